-- Version 2: settling reads what a pair has counted today from one index, however often the two have
-- met; a player's games come in their order without sorting.
DROP INDEX IGameFirst;
DROP INDEX IGameSecond;
CREATE INDEX IGameFirst ON TGameBase (FirstUserId, GameId);
CREATE INDEX IGameSecond ON TGameBase (SecondUserId, GameId);
CREATE INDEX IGamePair ON TGameBase (FirstUserId, SecondUserId, EndedAt) WHERE Counted = 1;
