-- A signed-in device is a series of tokens, named by its first one; each use brings the next. What
-- was stored before is the first token of its series.

CREATE TABLE TUserSessionSeries (
  SeriesHash TEXT PRIMARY KEY,
  TokenHash TEXT NOT NULL,  -- the token that was used last
  NextTokenHash TEXT,       -- given out for it, not used yet; NULL: none
  UserId INTEGER NOT NULL REFERENCES TUserBase (UserId),
  CreatedAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO TUserSessionSeries SELECT TokenHash, TokenHash, NULL, UserId, CreatedAt FROM TUserSession;
DROP TABLE TUserSession;
ALTER TABLE TUserSessionSeries RENAME TO TUserSession;
CREATE INDEX IUserSessionUser ON TUserSession (UserId, CreatedAt);
