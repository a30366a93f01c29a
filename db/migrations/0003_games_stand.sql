-- What was played is not edited: the log of a game that runs is all that brings it back after a
-- crash, and one row changed or missing would keep the server from starting. Ended games may be
-- removed. Nothing here runs when rows are inserted, so a move costs what it did.

CREATE TRIGGER TGameEventStaysUpdate BEFORE UPDATE ON TGameEvent
BEGIN SELECT RAISE(ABORT, 'TGameEvent is what was played: its rows are never changed'); END;
CREATE TRIGGER TGameEventStaysDelete BEFORE DELETE ON TGameEvent
WHEN EXISTS (SELECT 1 FROM TGameBase WHERE GameId = OLD.GameId AND EndedAt IS NULL)
BEGIN SELECT RAISE(ABORT, 'this game runs: its rows can be removed when it has ended'); END;
CREATE TRIGGER TGameBaseStaysDelete BEFORE DELETE ON TGameBase
WHEN OLD.EndedAt IS NULL
BEGIN SELECT RAISE(ABORT, 'this game runs: it can be removed when it has ended'); END;
CREATE TRIGGER TGameBaseKeepsId BEFORE UPDATE OF GameId, FirstUserId, SecondUserId ON TGameBase
WHEN NEW.GameId <> OLD.GameId OR NEW.FirstUserId <> OLD.FirstUserId
     OR NEW.SecondUserId <> OLD.SecondUserId
BEGIN SELECT RAISE(ABORT, 'GameId and players of a game cannot be changed'); END;

-- Games are opened and ended by the server: its own statement brings all of these at once.
CREATE TRIGGER TGameBaseOpenedByServer BEFORE INSERT ON TGameBase
WHEN NOT EXISTS (SELECT 1 FROM TGameEvent WHERE LogId = NEW.FirstLogId AND GameId = NEW.GameId)
BEGIN SELECT RAISE(ABORT, 'games are opened by the server'); END;
CREATE TRIGGER TGameBaseEndedByServer BEFORE UPDATE OF EndedAt ON TGameBase
WHEN (OLD.EndedAt IS NULL) <> (NEW.EndedAt IS NULL) AND (NEW.EndedAt IS NULL OR NEW.Events IS NULL)
BEGIN SELECT RAISE(ABORT, 'games are ended by the server, and stay so'); END;
-- S5. A row that an operator gave to a running game would stand in the way of its settlement.
CREATE TRIGGER TScoreLedgerCorrectionHasNoGame BEFORE INSERT ON TScoreLedger
WHEN NEW.GameId IS NOT NULL AND NEW.Who <> 'server'
BEGIN SELECT RAISE(ABORT, 'TScoreLedger is append-only, a game writes its own rows: a correction has no GameId'); END;

-- An id at the end of the numbers would leave none for the next row. AFTER: before, an id that is
-- left out is not known yet.
CREATE TRIGGER TUserBaseIdInRange AFTER INSERT ON TUserBase
WHEN NEW.UserId NOT BETWEEN 1 AND 1000000000000
BEGIN SELECT RAISE(ABORT, 'UserId must be 1 to 1000000000000: leave it out'); END;
CREATE TRIGGER TGameRoomBaseIdInRange AFTER INSERT ON TGameRoomBase
WHEN NEW.RoomId NOT BETWEEN 1 AND 1000000000000
BEGIN SELECT RAISE(ABORT, 'RoomId must be 1 to 1000000000000, or left out'); END;
CREATE TRIGGER TScoreLedgerIdInRange AFTER INSERT ON TScoreLedger
WHEN NEW.LedgerId NOT BETWEEN 1 AND 1000000000000000
BEGIN SELECT RAISE(ABORT, 'LedgerId must be 1 to 1000000000000000: leave it out'); END;
