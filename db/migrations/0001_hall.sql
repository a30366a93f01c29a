-- Version 1: the hall. docs/database.md describes every table and column for operators.
-- A constraint's name is the sentence that a person sees when a value is refused.
-- Instants (…At) are milliseconds since 1970-01-01 UTC.

PRAGMA application_id = 1415137345;  -- 'TYHA': what the program recognises its files by

CREATE TABLE TSchemaBase (
  Version INTEGER PRIMARY KEY,
  Name TEXT NOT NULL,
  AppliedAt INTEGER NOT NULL
) STRICT;

-- ------------------------------------------------------------------ who acts, and the audit log

-- One row. Programs write their name into it at the start of a transaction and clear it before the
-- end; what is changed while it is empty was changed by plain SQL.
CREATE TABLE TAuditActor (
  ActorId INTEGER PRIMARY KEY CHECK (ActorId = 1),
  Who TEXT
) STRICT;
INSERT INTO TAuditActor (ActorId, Who) VALUES (1, 'migration');

CREATE TABLE TAuditLog (
  AuditId INTEGER PRIMARY KEY AUTOINCREMENT,
  At INTEGER NOT NULL DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)),
  Who TEXT NOT NULL,
  Action TEXT NOT NULL,
  TableName TEXT NOT NULL,
  RowKey TEXT NOT NULL,
  UserId INTEGER,
  OldValues TEXT CHECK (OldValues IS NULL OR json_valid(OldValues)),
  NewValues TEXT CHECK (NewValues IS NULL OR json_valid(NewValues)),
  Note TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TRIGGER TAuditLogStaysUpdate BEFORE UPDATE ON TAuditLog
BEGIN SELECT RAISE(ABORT, 'TAuditLog is append-only'); END;
CREATE TRIGGER TAuditLogStaysDelete BEFORE DELETE ON TAuditLog
BEGIN SELECT RAISE(ABORT, 'TAuditLog is append-only'); END;
CREATE TRIGGER TAuditLogStaysReplace BEFORE INSERT ON TAuditLog
WHEN EXISTS (SELECT 1 FROM TAuditLog WHERE AuditId = NEW.AuditId)
BEGIN SELECT RAISE(ABORT, 'TAuditLog is append-only'); END;

-- ------------------------------------------------------------------ rooms

CREATE TABLE TGameRoomBase (
  RoomId INTEGER PRIMARY KEY AUTOINCREMENT,
  Name TEXT NOT NULL UNIQUE,
  Kind TEXT NOT NULL,
  OpeningRule TEXT NOT NULL,
  Enforcement TEXT NOT NULL DEFAULT 'refuse',
  OverlineCountsAsFour INTEGER NOT NULL DEFAULT 0,
  CentreFirst INTEGER NOT NULL DEFAULT 0,
  FifthsMax INTEGER NOT NULL DEFAULT 12,
  TimeControl TEXT NOT NULL DEFAULT 'hall 600000 60000 20000',
  DisconnectClock TEXT NOT NULL DEFAULT 'pause',
  GraceMs INTEGER NOT NULL DEFAULT 180000,
  AbsenceTotalMs INTEGER NOT NULL DEFAULT 360000,
  SkipsToLose INTEGER NOT NULL DEFAULT 0,
  UndosPerPlayer INTEGER NOT NULL DEFAULT 3,
  WinPoints INTEGER NOT NULL DEFAULT 4,
  LossPoints INTEGER NOT NULL DEFAULT -4,
  DrawPoints INTEGER NOT NULL DEFAULT 0,
  RunPublish INTEGER NOT NULL DEFAULT 8,
  CoinStake INTEGER NOT NULL DEFAULT 0,
  QuickMatchOnly INTEGER NOT NULL DEFAULT 0,
  Capacity INTEGER NOT NULL DEFAULT 400,
  MinimumScore INTEGER,
  MaximumEscapeRate REAL,
  GuestsAllowed INTEGER NOT NULL DEFAULT 1,
  IsDefault INTEGER NOT NULL DEFAULT 0,
  Open INTEGER NOT NULL DEFAULT 1,
  CountPrivate INTEGER NOT NULL DEFAULT 0,
  CountGuests INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "RoomId must be 1 or more" CHECK (RoomId >= 1),
  CONSTRAINT "Name must have 1 to 40 characters, none of them a control character"
    CHECK (length(trim(Name)) > 0 AND length(Name) <= 40
           AND Name NOT GLOB ('*[' || char(1) || '-' || char(31) || char(127) || ']*')),
  CONSTRAINT "Kind must be casual, national or professional"
    CHECK (Kind IN ('casual', 'national', 'professional')),
  CONSTRAINT "OpeningRule must be the name of a rule set"
    CHECK (OpeningRule IN ('freestyle', 'no-forbidden', 'exact-five', 'swap', 'swap2', 'pro',
                           'long-pro', 'renju', 'free', 'rif', 'yamaguchi', 'designated',
                           'yamaguchi-52', 'yamaguchi-variation', 'tarannikov', 'taraguchi',
                           'taraguchi-10', 'jonsson', 'soosorv', 'soosorv-8', 'sakata')),
  CONSTRAINT "Enforcement must be refuse, lose or claim"
    CHECK (Enforcement IN ('refuse', 'lose', 'claim')),
  CONSTRAINT "OverlineCountsAsFour must be 0 or 1" CHECK (OverlineCountsAsFour IN (0, 1)),
  CONSTRAINT "CentreFirst must be 0 or 1" CHECK (CentreFirst IN (0, 1)),
  CONSTRAINT "FifthsMax must be 1 to 12" CHECK (FifthsMax BETWEEN 1 AND 12),
  -- The numbers are checked as a JSON array made of the text, once it has only digits.
  CONSTRAINT "TimeControl must be hall TOTAL BEFORE AFTER, sudden TOTAL, fischer INITIAL INCREMENT, byoyomi MAIN PERIOD COUNT, shared POOL or periods TIME/MOVES,..., each time in milliseconds from 1000 to 86400000"
    CHECK (CASE
      WHEN TimeControl GLOB '*  *' OR TimeControl GLOB '* 0*' OR TimeControl GLOB '* ' THEN 0
      WHEN TimeControl GLOB 'hall [1-9]*' AND substr(TimeControl, 6) NOT GLOB '*[^0-9 ]*' THEN
        json_array_length('[' || replace(substr(TimeControl, 6), ' ', ',') || ']') = 3
        AND json_extract('[' || replace(substr(TimeControl, 6), ' ', ',') || ']', '$[0]')
            BETWEEN 1000 AND 86400000
        AND json_extract('[' || replace(substr(TimeControl, 6), ' ', ',') || ']', '$[1]')
            BETWEEN 1000 AND 86400000
        AND json_extract('[' || replace(substr(TimeControl, 6), ' ', ',') || ']', '$[2]')
            BETWEEN 1000 AND 86400000
      WHEN TimeControl GLOB 'sudden [1-9]*' AND substr(TimeControl, 8) NOT GLOB '*[^0-9]*' THEN
        length(TimeControl) <= 15 AND CAST(substr(TimeControl, 8) AS INTEGER)
            BETWEEN 1000 AND 86400000
      WHEN TimeControl GLOB 'shared [1-9]*' AND substr(TimeControl, 8) NOT GLOB '*[^0-9]*' THEN
        length(TimeControl) <= 15 AND CAST(substr(TimeControl, 8) AS INTEGER)
            BETWEEN 1000 AND 86400000
      WHEN TimeControl GLOB 'fischer [1-9]*' AND substr(TimeControl, 9) NOT GLOB '*[^0-9 ]*' THEN
        json_array_length('[' || replace(substr(TimeControl, 9), ' ', ',') || ']') = 2
        AND json_extract('[' || replace(substr(TimeControl, 9), ' ', ',') || ']', '$[0]')
            BETWEEN 1000 AND 86400000
        AND json_extract('[' || replace(substr(TimeControl, 9), ' ', ',') || ']', '$[1]')
            BETWEEN 1000 AND 86400000
      WHEN TimeControl GLOB 'byoyomi [1-9]*' AND substr(TimeControl, 9) NOT GLOB '*[^0-9 ]*' THEN
        json_array_length('[' || replace(substr(TimeControl, 9), ' ', ',') || ']') = 3
        AND json_extract('[' || replace(substr(TimeControl, 9), ' ', ',') || ']', '$[0]')
            BETWEEN 1000 AND 86400000
        AND json_extract('[' || replace(substr(TimeControl, 9), ' ', ',') || ']', '$[1]')
            BETWEEN 1000 AND 86400000
        AND json_extract('[' || replace(substr(TimeControl, 9), ' ', ',') || ']', '$[2]')
            BETWEEN 1 AND 100
      -- each period's range: trigger TGameRoomBasePeriods…
      WHEN TimeControl GLOB 'periods [1-9]*' AND substr(TimeControl, 9) NOT GLOB '*[^0-9/,]*' THEN
        TimeControl NOT GLOB '*/*/*,*' AND TimeControl NOT GLOB '*,,*'
        AND TimeControl NOT GLOB '*/,*' AND TimeControl NOT GLOB '*,/*'
        AND TimeControl NOT GLOB '*[/,]'
      ELSE 0 END),
  CONSTRAINT "DisconnectClock must be pause or run" CHECK (DisconnectClock IN ('pause', 'run')),
  CONSTRAINT "GraceMs must be 1 to 86400000" CHECK (GraceMs BETWEEN 1 AND 86400000),
  CONSTRAINT "AbsenceTotalMs must be 1 to 86400000" CHECK (AbsenceTotalMs BETWEEN 1 AND 86400000),
  CONSTRAINT "SkipsToLose must be 0 to 100" CHECK (SkipsToLose BETWEEN 0 AND 100),
  CONSTRAINT "UndosPerPlayer must be 0 to 100" CHECK (UndosPerPlayer BETWEEN 0 AND 100),
  CONSTRAINT "WinPoints must be 0 to 100000" CHECK (WinPoints BETWEEN 0 AND 100000),
  CONSTRAINT "LossPoints must be -100000 to 0" CHECK (LossPoints BETWEEN -100000 AND 0),
  CONSTRAINT "DrawPoints must be -100000 to 100000" CHECK (DrawPoints BETWEEN -100000 AND 100000),
  CONSTRAINT "RunPublish must be 0 to 100000 (it is subtracted)"
    CHECK (RunPublish BETWEEN 0 AND 100000),
  CONSTRAINT "CoinStake must be 0 to 1000000000" CHECK (CoinStake BETWEEN 0 AND 1000000000),
  CONSTRAINT "QuickMatchOnly must be 0 or 1" CHECK (QuickMatchOnly IN (0, 1)),
  CONSTRAINT "Capacity must be 1 to 100000" CHECK (Capacity BETWEEN 1 AND 100000),
  CONSTRAINT "MaximumEscapeRate must be 0.0 to 1.0, or NULL"
    CHECK (MaximumEscapeRate IS NULL OR MaximumEscapeRate BETWEEN 0.0 AND 1.0),
  CONSTRAINT "GuestsAllowed must be 0 or 1" CHECK (GuestsAllowed IN (0, 1)),
  CONSTRAINT "IsDefault must be 0 or 1" CHECK (IsDefault IN (0, 1)),
  CONSTRAINT "Open must be 0 or 1" CHECK (Open IN (0, 1)),
  CONSTRAINT "CountPrivate must be 0 or 1" CHECK (CountPrivate IN (0, 1)),
  CONSTRAINT "CountGuests must be 0 or 1" CHECK (CountGuests IN (0, 1))
) STRICT;

CREATE TRIGGER TGameRoomBasePeriodsInsert BEFORE INSERT ON TGameRoomBase
WHEN NEW.TimeControl GLOB 'periods [1-9]*'
     AND substr(NEW.TimeControl, 9) NOT GLOB '*[^0-9/,]*'
BEGIN
  SELECT RAISE(ABORT, 'TimeControl: a period is TIME or TIME/MOVES, TIME 1000 to 86400000 ms, MOVES 1 to 1000, at most 100 periods')
  WHERE EXISTS (
    WITH RECURSIVE Split(Item, Rest) AS (
      SELECT '', substr(NEW.TimeControl, 9) || ','
      UNION ALL
      SELECT substr(Rest, 1, instr(Rest, ',') - 1), substr(Rest, instr(Rest, ',') + 1)
      FROM Split WHERE Rest <> '')
    SELECT 1 FROM Split WHERE Item <> '' AND (
      length(Item) > 13 OR Item GLOB '0*' OR Item GLOB '*/0*' OR Item GLOB '*/*/*'
      OR CAST(Item AS INTEGER) NOT BETWEEN 1000 AND 86400000
      OR (instr(Item, '/') > 0
          AND CAST(substr(Item, instr(Item, '/') + 1) AS INTEGER) NOT BETWEEN 1 AND 1000))
    UNION ALL
    SELECT 1 WHERE length(NEW.TimeControl) - length(replace(NEW.TimeControl, ',', '')) > 99);
END;
CREATE TRIGGER TGameRoomBasePeriodsUpdate BEFORE UPDATE OF TimeControl ON TGameRoomBase
WHEN NEW.TimeControl GLOB 'periods [1-9]*'
     AND substr(NEW.TimeControl, 9) NOT GLOB '*[^0-9/,]*'
BEGIN
  SELECT RAISE(ABORT, 'TimeControl: a period is TIME or TIME/MOVES, TIME 1000 to 86400000 ms, MOVES 1 to 1000, at most 100 periods')
  WHERE EXISTS (
    WITH RECURSIVE Split(Item, Rest) AS (
      SELECT '', substr(NEW.TimeControl, 9) || ','
      UNION ALL
      SELECT substr(Rest, 1, instr(Rest, ',') - 1), substr(Rest, instr(Rest, ',') + 1)
      FROM Split WHERE Rest <> '')
    SELECT 1 FROM Split WHERE Item <> '' AND (
      length(Item) > 13 OR Item GLOB '0*' OR Item GLOB '*/0*' OR Item GLOB '*/*/*'
      OR CAST(Item AS INTEGER) NOT BETWEEN 1000 AND 86400000
      OR (instr(Item, '/') > 0
          AND CAST(substr(Item, instr(Item, '/') + 1) AS INTEGER) NOT BETWEEN 1 AND 1000))
    UNION ALL
    SELECT 1 WHERE length(NEW.TimeControl) - length(replace(NEW.TimeControl, ',', '')) > 99);
END;

CREATE TRIGGER TGameRoomBaseOneDefaultInsert AFTER INSERT ON TGameRoomBase
WHEN NEW.IsDefault = 1
BEGIN UPDATE TGameRoomBase SET IsDefault = 0 WHERE IsDefault = 1 AND RoomId <> NEW.RoomId; END;
CREATE TRIGGER TGameRoomBaseOneDefaultUpdate AFTER UPDATE OF IsDefault ON TGameRoomBase
WHEN NEW.IsDefault = 1 AND OLD.IsDefault = 0
BEGIN UPDATE TGameRoomBase SET IsDefault = 0 WHERE IsDefault = 1 AND RoomId <> NEW.RoomId; END;
CREATE TRIGGER TGameRoomBaseKeepsId BEFORE UPDATE OF RoomId ON TGameRoomBase
WHEN NEW.RoomId <> OLD.RoomId
BEGIN SELECT RAISE(ABORT, 'RoomId cannot be changed: games refer to it'); END;

-- What games that still run in a deleted room are settled by.
CREATE TABLE TGameRoomGone (
  RoomId INTEGER PRIMARY KEY,
  Name TEXT NOT NULL,
  WinPoints INTEGER NOT NULL,
  LossPoints INTEGER NOT NULL,
  DrawPoints INTEGER NOT NULL,
  RunPublish INTEGER NOT NULL,
  CountPrivate INTEGER NOT NULL,
  CountGuests INTEGER NOT NULL
) STRICT;
CREATE TRIGGER TGameRoomBaseGone AFTER DELETE ON TGameRoomBase
BEGIN
  INSERT OR REPLACE INTO TGameRoomGone
  VALUES (OLD.RoomId, OLD.Name, OLD.WinPoints, OLD.LossPoints, OLD.DrawPoints, OLD.RunPublish,
          OLD.CountPrivate, OLD.CountGuests);
END;

CREATE TRIGGER TGameRoomBaseAuditInsert AFTER INSERT ON TGameRoomBase
BEGIN
  INSERT INTO TAuditLog (Who, Action, TableName, RowKey, NewValues)
  VALUES (coalesce((SELECT Who FROM TAuditActor), 'sql'), 'insert', 'TGameRoomBase', NEW.RoomId,
    json_object('Name', NEW.Name, 'Kind', NEW.Kind, 'OpeningRule', NEW.OpeningRule,
      'Enforcement', NEW.Enforcement, 'OverlineCountsAsFour', NEW.OverlineCountsAsFour,
      'CentreFirst', NEW.CentreFirst, 'FifthsMax', NEW.FifthsMax, 'TimeControl', NEW.TimeControl,
      'DisconnectClock', NEW.DisconnectClock, 'GraceMs', NEW.GraceMs,
      'AbsenceTotalMs', NEW.AbsenceTotalMs, 'SkipsToLose', NEW.SkipsToLose,
      'UndosPerPlayer', NEW.UndosPerPlayer, 'WinPoints', NEW.WinPoints,
      'LossPoints', NEW.LossPoints, 'DrawPoints', NEW.DrawPoints, 'RunPublish', NEW.RunPublish,
      'CoinStake', NEW.CoinStake, 'QuickMatchOnly', NEW.QuickMatchOnly, 'Capacity', NEW.Capacity,
      'MinimumScore', NEW.MinimumScore, 'MaximumEscapeRate', NEW.MaximumEscapeRate,
      'GuestsAllowed', NEW.GuestsAllowed, 'IsDefault', NEW.IsDefault, 'Open', NEW.Open,
      'CountPrivate', NEW.CountPrivate, 'CountGuests', NEW.CountGuests));
END;
CREATE TRIGGER TGameRoomBaseAuditUpdate AFTER UPDATE ON TGameRoomBase
BEGIN
  INSERT INTO TAuditLog (Who, Action, TableName, RowKey, OldValues, NewValues)
  SELECT coalesce((SELECT Who FROM TAuditActor), 'sql'), 'update', 'TGameRoomBase', NEW.RoomId,
         json_group_object(Field, Old), json_group_object(Field, New)
  FROM (
    SELECT 'Name' AS Field, OLD.Name AS Old, NEW.Name AS New
    UNION ALL SELECT 'Kind', OLD.Kind, NEW.Kind
    UNION ALL SELECT 'OpeningRule', OLD.OpeningRule, NEW.OpeningRule
    UNION ALL SELECT 'Enforcement', OLD.Enforcement, NEW.Enforcement
    UNION ALL SELECT 'OverlineCountsAsFour', OLD.OverlineCountsAsFour, NEW.OverlineCountsAsFour
    UNION ALL SELECT 'CentreFirst', OLD.CentreFirst, NEW.CentreFirst
    UNION ALL SELECT 'FifthsMax', OLD.FifthsMax, NEW.FifthsMax
    UNION ALL SELECT 'TimeControl', OLD.TimeControl, NEW.TimeControl
    UNION ALL SELECT 'DisconnectClock', OLD.DisconnectClock, NEW.DisconnectClock
    UNION ALL SELECT 'GraceMs', OLD.GraceMs, NEW.GraceMs
    UNION ALL SELECT 'AbsenceTotalMs', OLD.AbsenceTotalMs, NEW.AbsenceTotalMs
    UNION ALL SELECT 'SkipsToLose', OLD.SkipsToLose, NEW.SkipsToLose
    UNION ALL SELECT 'UndosPerPlayer', OLD.UndosPerPlayer, NEW.UndosPerPlayer
    UNION ALL SELECT 'WinPoints', OLD.WinPoints, NEW.WinPoints
    UNION ALL SELECT 'LossPoints', OLD.LossPoints, NEW.LossPoints
    UNION ALL SELECT 'DrawPoints', OLD.DrawPoints, NEW.DrawPoints
    UNION ALL SELECT 'RunPublish', OLD.RunPublish, NEW.RunPublish
    UNION ALL SELECT 'CoinStake', OLD.CoinStake, NEW.CoinStake
    UNION ALL SELECT 'QuickMatchOnly', OLD.QuickMatchOnly, NEW.QuickMatchOnly
    UNION ALL SELECT 'Capacity', OLD.Capacity, NEW.Capacity
    UNION ALL SELECT 'MinimumScore', OLD.MinimumScore, NEW.MinimumScore
    UNION ALL SELECT 'MaximumEscapeRate', OLD.MaximumEscapeRate, NEW.MaximumEscapeRate
    UNION ALL SELECT 'GuestsAllowed', OLD.GuestsAllowed, NEW.GuestsAllowed
    UNION ALL SELECT 'IsDefault', OLD.IsDefault, NEW.IsDefault
    UNION ALL SELECT 'Open', OLD.Open, NEW.Open
    UNION ALL SELECT 'CountPrivate', OLD.CountPrivate, NEW.CountPrivate
    UNION ALL SELECT 'CountGuests', OLD.CountGuests, NEW.CountGuests)
  WHERE Old IS NOT New
  HAVING count(*) > 0;
END;
CREATE TRIGGER TGameRoomBaseAuditDelete AFTER DELETE ON TGameRoomBase
BEGIN
  INSERT INTO TAuditLog (Who, Action, TableName, RowKey, OldValues)
  VALUES (coalesce((SELECT Who FROM TAuditActor), 'sql'), 'delete', 'TGameRoomBase', OLD.RoomId,
    json_object('Name', OLD.Name, 'Kind', OLD.Kind, 'OpeningRule', OLD.OpeningRule,
      'Enforcement', OLD.Enforcement, 'OverlineCountsAsFour', OLD.OverlineCountsAsFour,
      'CentreFirst', OLD.CentreFirst, 'FifthsMax', OLD.FifthsMax, 'TimeControl', OLD.TimeControl,
      'DisconnectClock', OLD.DisconnectClock, 'GraceMs', OLD.GraceMs,
      'AbsenceTotalMs', OLD.AbsenceTotalMs, 'SkipsToLose', OLD.SkipsToLose,
      'UndosPerPlayer', OLD.UndosPerPlayer, 'WinPoints', OLD.WinPoints,
      'LossPoints', OLD.LossPoints, 'DrawPoints', OLD.DrawPoints, 'RunPublish', OLD.RunPublish,
      'CoinStake', OLD.CoinStake, 'QuickMatchOnly', OLD.QuickMatchOnly, 'Capacity', OLD.Capacity,
      'MinimumScore', OLD.MinimumScore, 'MaximumEscapeRate', OLD.MaximumEscapeRate,
      'GuestsAllowed', OLD.GuestsAllowed, 'IsDefault', OLD.IsDefault, 'Open', OLD.Open,
      'CountPrivate', OLD.CountPrivate, 'CountGuests', OLD.CountGuests));
END;

-- ------------------------------------------------------------------ ranks

CREATE TABLE TRankBase (
  RankId INTEGER PRIMARY KEY,
  Threshold INTEGER NOT NULL UNIQUE,
  Name TEXT NOT NULL,
  NameEn TEXT NOT NULL,
  CONSTRAINT "Threshold must be -1000000000 to 1000000000"
    CHECK (Threshold BETWEEN -1000000000 AND 1000000000),
  CONSTRAINT "Name must have 1 to 40 characters" CHECK (length(trim(Name)) > 0 AND length(Name) <= 40),
  CONSTRAINT "NameEn must have 1 to 40 characters"
    CHECK (length(trim(NameEn)) > 0 AND length(NameEn) <= 40)
) STRICT;

CREATE TRIGGER TRankBaseNeverEmpty BEFORE DELETE ON TRankBase
WHEN (SELECT count(*) FROM TRankBase) = 1
BEGIN SELECT RAISE(ABORT, 'TRankBase needs at least one rank'); END;
CREATE TRIGGER TRankBaseAuditInsert AFTER INSERT ON TRankBase
BEGIN
  INSERT INTO TAuditLog (Who, Action, TableName, RowKey, NewValues)
  VALUES (coalesce((SELECT Who FROM TAuditActor), 'sql'), 'insert', 'TRankBase', NEW.RankId,
          json_object('Threshold', NEW.Threshold, 'Name', NEW.Name, 'NameEn', NEW.NameEn));
END;
CREATE TRIGGER TRankBaseAuditUpdate AFTER UPDATE ON TRankBase
BEGIN
  INSERT INTO TAuditLog (Who, Action, TableName, RowKey, OldValues, NewValues)
  VALUES (coalesce((SELECT Who FROM TAuditActor), 'sql'), 'update', 'TRankBase', OLD.RankId,
          json_object('RankId', OLD.RankId, 'Threshold', OLD.Threshold, 'Name', OLD.Name,
                      'NameEn', OLD.NameEn),
          json_object('RankId', NEW.RankId, 'Threshold', NEW.Threshold, 'Name', NEW.Name,
                      'NameEn', NEW.NameEn));
END;
CREATE TRIGGER TRankBaseAuditDelete AFTER DELETE ON TRankBase
BEGIN
  INSERT INTO TAuditLog (Who, Action, TableName, RowKey, OldValues)
  VALUES (coalesce((SELECT Who FROM TAuditActor), 'sql'), 'delete', 'TRankBase', OLD.RankId,
          json_object('Threshold', OLD.Threshold, 'Name', OLD.Name, 'NameEn', OLD.NameEn));
END;

-- ------------------------------------------------------------------ settings of the whole hall

CREATE TABLE TSettingBase (
  Key TEXT PRIMARY KEY,
  Value INTEGER NOT NULL,
  Minimum INTEGER NOT NULL,
  Maximum INTEGER NOT NULL,
  Description TEXT NOT NULL,
  CONSTRAINT "Value must lie between Minimum and Maximum" CHECK (Value BETWEEN Minimum AND Maximum)
) STRICT;
INSERT INTO TSettingBase (Key, Value, Minimum, Maximum, Description) VALUES
  ('StartingCoins', 1000, 0, 1000000000, 'coins that a new account gets from the house'),
  ('DailyReliefCoins', 100, 0, 1000000000, 'coins that an empty purse gets once a day; 0: none'),
  ('PairGamesPerDay', 5, 0, 1000000, 'games that the same two players count in a day'),
  ('DayOffsetMinutes', 480, -720, 840, 'a day begins at midnight of UTC plus this (480: Beijing)'),
  ('MassDropFreeze', 1, 0, 1, 'graces stand still when a third of the players drop at once');

CREATE TRIGGER TSettingBaseKnownInsert BEFORE INSERT ON TSettingBase
BEGIN SELECT RAISE(ABORT, 'unknown setting: SELECT Key FROM TSettingBase shows those there are'); END;
CREATE TRIGGER TSettingBaseKnownDelete BEFORE DELETE ON TSettingBase
BEGIN SELECT RAISE(ABORT, 'a setting can be changed, not removed'); END;
CREATE TRIGGER TSettingBaseKnownUpdate BEFORE UPDATE OF Key, Minimum, Maximum ON TSettingBase
BEGIN SELECT RAISE(ABORT, 'only Value can be changed'); END;
CREATE TRIGGER TSettingBaseAuditUpdate AFTER UPDATE OF Value ON TSettingBase
WHEN OLD.Value <> NEW.Value
BEGIN
  INSERT INTO TAuditLog (Who, Action, TableName, RowKey, OldValues, NewValues)
  VALUES (coalesce((SELECT Who FROM TAuditActor), 'sql'), 'update', 'TSettingBase', NEW.Key,
          json_object('Value', OLD.Value), json_object('Value', NEW.Value));
END;

-- ------------------------------------------------------------------ people

CREATE TABLE TUserBase (
  UserId INTEGER PRIMARY KEY AUTOINCREMENT,
  Name TEXT NOT NULL,
  NameKey TEXT UNIQUE,
  PasswordHash TEXT NOT NULL DEFAULT '',
  Guest INTEGER NOT NULL DEFAULT 0,
  Muted INTEGER NOT NULL DEFAULT 0,
  Banned INTEGER NOT NULL DEFAULT 0,
  Deleted INTEGER NOT NULL DEFAULT 0,
  Roles TEXT NOT NULL DEFAULT '',
  Coins INTEGER NOT NULL DEFAULT 0,
  CoinsLedgerId INTEGER NOT NULL DEFAULT 0,
  CreatedAt INTEGER NOT NULL,
  CONSTRAINT "Name must have 1 to 64 characters" CHECK (length(trim(Name)) > 0 AND length(Name) <= 64),
  CONSTRAINT "Guest must be 0 or 1" CHECK (Guest IN (0, 1)),
  CONSTRAINT "Muted must be 0 or 1" CHECK (Muted IN (0, 1)),
  CONSTRAINT "Banned must be 0 or 1" CHECK (Banned IN (0, 1)),
  CONSTRAINT "Deleted must be 0 or 1" CHECK (Deleted IN (0, 1)),
  CONSTRAINT "Roles must be words of a-z with one space between"
    CHECK (Roles NOT GLOB '*[^a-z ]*' AND Roles NOT GLOB ' *' AND Roles NOT GLOB '* '
           AND Roles NOT GLOB '*  *'),
  CONSTRAINT "no account's coins go below zero" CHECK (Coins >= 0 OR UserId = 0)
) STRICT;
-- The house: starting coins come from it, penalties go to it. Its purse goes below zero.
INSERT INTO TUserBase (UserId, Name, NameKey, CreatedAt) VALUES (0, '天元', NULL, 0);

CREATE TABLE TUserSession (
  TokenHash TEXT PRIMARY KEY,
  UserId INTEGER NOT NULL REFERENCES TUserBase (UserId),
  CreatedAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IUserSessionUser ON TUserSession (UserId, CreatedAt);

-- One row a player and kind, 'all' included; Score is the sum of his ledger rows.
CREATE TABLE TUserScore (
  UserId INTEGER NOT NULL REFERENCES TUserBase (UserId),
  Kind TEXT NOT NULL CHECK (Kind IN ('all', 'casual', 'national', 'professional')),
  Score INTEGER NOT NULL DEFAULT 0,
  ScoreLedgerId INTEGER NOT NULL DEFAULT 0,
  Finished INTEGER NOT NULL DEFAULT 0 CHECK (Finished >= 0),
  Wins INTEGER NOT NULL DEFAULT 0 CHECK (Wins >= 0),
  Losses INTEGER NOT NULL DEFAULT 0 CHECK (Losses >= 0),
  Draws INTEGER NOT NULL DEFAULT 0 CHECK (Draws >= 0),
  Escapes INTEGER NOT NULL DEFAULT 0 CHECK (Escapes >= 0),
  OnLadder INTEGER NOT NULL DEFAULT 0 CHECK (OnLadder IN (0, 1)),
  PRIMARY KEY (UserId, Kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX IUserScoreLadder ON TUserScore (Kind, Score DESC, UserId) WHERE OnLadder = 1;

CREATE TRIGGER TUserBaseStays BEFORE DELETE ON TUserBase
BEGIN SELECT RAISE(ABORT, 'accounts are never removed, the ledger refers to them: set Banned, or use tianyuan-admin'); END;
CREATE TRIGGER TUserBaseKeepsId BEFORE UPDATE OF UserId ON TUserBase
WHEN NEW.UserId <> OLD.UserId
BEGIN SELECT RAISE(ABORT, 'UserId cannot be changed: games and the ledger refer to it'); END;
CREATE TRIGGER TUserBaseLadder AFTER UPDATE OF Guest, Banned, Deleted ON TUserBase
BEGIN
  UPDATE TUserScore SET OnLadder = (NEW.Guest = 0 AND NEW.Banned = 0 AND NEW.Deleted = 0)
  WHERE UserId = NEW.UserId;
END;
-- The names of a deleted account stay out of the audit log too.
CREATE TRIGGER TUserBaseAudit AFTER UPDATE OF Name, Guest, Muted, Banned, Deleted, Roles, PasswordHash
ON TUserBase
WHEN OLD.Name <> NEW.Name OR OLD.Guest <> NEW.Guest OR OLD.Muted <> NEW.Muted
     OR OLD.Banned <> NEW.Banned OR OLD.Deleted <> NEW.Deleted OR OLD.Roles <> NEW.Roles
     OR OLD.PasswordHash <> NEW.PasswordHash
BEGIN
  INSERT INTO TAuditLog (Who, Action, TableName, RowKey, UserId, OldValues, NewValues)
  SELECT coalesce((SELECT Who FROM TAuditActor), 'sql'), 'update', 'TUserBase', NEW.UserId,
         NEW.UserId, json_group_object(Field, Old), json_group_object(Field, New)
  FROM (
    SELECT 'Name' AS Field, OLD.Name AS Old, NEW.Name AS New WHERE NEW.Deleted = 0
    UNION ALL SELECT 'Guest', OLD.Guest, NEW.Guest
    UNION ALL SELECT 'Muted', OLD.Muted, NEW.Muted
    UNION ALL SELECT 'Banned', OLD.Banned, NEW.Banned
    UNION ALL SELECT 'Deleted', OLD.Deleted, NEW.Deleted
    UNION ALL SELECT 'Roles', OLD.Roles, NEW.Roles
    UNION ALL SELECT 'PasswordHash', 'not shown', 'changed'
      WHERE OLD.PasswordHash <> NEW.PasswordHash)
  WHERE Old IS NOT New;
END;

-- ------------------------------------------------------------------ games

-- Winner, Loser and Black name players of the opening rules: first, second.
CREATE TABLE TGameBase (
  GameId INTEGER PRIMARY KEY,
  RoomId INTEGER NOT NULL,
  Kind TEXT NOT NULL,
  OpeningRule TEXT NOT NULL,
  FirstUserId INTEGER NOT NULL,
  SecondUserId INTEGER NOT NULL,
  StartedAt INTEGER NOT NULL,
  FirstLogId INTEGER NOT NULL,
  EndedAt INTEGER,
  Private INTEGER NOT NULL DEFAULT 0,
  CoinStake INTEGER NOT NULL DEFAULT 0,
  Outcome TEXT,
  Reason TEXT,
  Winner TEXT CHECK (Winner IN ('first', 'second')),
  Loser TEXT CHECK (Loser IN ('first', 'second')),
  Black TEXT CHECK (Black IN ('first', 'second')),
  Counted INTEGER,
  NotCountedWhy TEXT NOT NULL DEFAULT '',
  FirstChange INTEGER NOT NULL DEFAULT 0,
  SecondChange INTEGER NOT NULL DEFAULT 0,
  FirstCoins INTEGER NOT NULL DEFAULT 0,
  SecondCoins INTEGER NOT NULL DEFAULT 0,
  MoveCount INTEGER NOT NULL DEFAULT 0,
  Moves TEXT NOT NULL DEFAULT '',
  Opening TEXT NOT NULL DEFAULT '',
  Events TEXT,
  CHECK (FirstUserId <> SecondUserId),
  CHECK ((EndedAt IS NULL) = (Outcome IS NULL))
) STRICT;
CREATE INDEX IGameFirst ON TGameBase (FirstUserId, SecondUserId, GameId);
CREATE INDEX IGameSecond ON TGameBase (SecondUserId, FirstUserId, GameId);
CREATE INDEX IGameRunning ON TGameBase (GameId) WHERE EndedAt IS NULL;
CREATE INDEX IGameEnded ON TGameBase (EndedAt) WHERE EndedAt IS NOT NULL;

-- The truth of running games; by rowid alone, a second index would cost ten times an append.
CREATE TABLE TGameEvent (
  LogId INTEGER PRIMARY KEY,
  GameId INTEGER NOT NULL,
  Version INTEGER NOT NULL,
  At INTEGER NOT NULL,
  Kind TEXT NOT NULL,
  Payload TEXT NOT NULL
) STRICT;

-- ------------------------------------------------------------------ the ledger

CREATE TABLE TScoreLedger (
  LedgerId INTEGER PRIMARY KEY AUTOINCREMENT,
  GameId INTEGER,
  UserId INTEGER NOT NULL REFERENCES TUserBase (UserId),
  Currency TEXT NOT NULL,
  Kind TEXT NOT NULL DEFAULT '',
  Amount INTEGER NOT NULL,
  Reason TEXT NOT NULL DEFAULT 'correction',
  Note TEXT NOT NULL DEFAULT '',
  Who TEXT NOT NULL DEFAULT 'sql',
  At INTEGER NOT NULL DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)),
  UNIQUE (GameId, UserId, Currency),
  CONSTRAINT "Currency must be score or coins" CHECK (Currency IN ('score', 'coins')),
  CONSTRAINT "Kind is a room's kind for a game, empty otherwise"
    CHECK ((GameId IS NULL AND Kind = '')
           OR (GameId IS NOT NULL AND Kind IN ('casual', 'national', 'professional'))),
  CONSTRAINT "Reason must be game, escape, correction, starting or relief"
    CHECK (Reason IN ('game', 'escape', 'correction', 'starting', 'relief')),
  CONSTRAINT "a correction needs a reason in Note"
    CHECK (Reason <> 'correction' OR length(trim(Note)) > 0),
  CONSTRAINT "Amount must be -1000000000 to 1000000000"
    CHECK (Amount BETWEEN -1000000000 AND 1000000000)
) STRICT;
CREATE INDEX IScoreLedgerUser ON TScoreLedger (UserId, LedgerId);

CREATE TRIGGER TScoreLedgerStaysUpdate BEFORE UPDATE ON TScoreLedger
BEGIN SELECT RAISE(ABORT, 'TScoreLedger is append-only: insert a correction'); END;
CREATE TRIGGER TScoreLedgerStaysDelete BEFORE DELETE ON TScoreLedger
BEGIN SELECT RAISE(ABORT, 'TScoreLedger is append-only: insert a correction'); END;
CREATE TRIGGER TScoreLedgerStaysReplace BEFORE INSERT ON TScoreLedger
WHEN EXISTS (SELECT 1 FROM TScoreLedger WHERE LedgerId = NEW.LedgerId)
     OR EXISTS (SELECT 1 FROM TScoreLedger WHERE GameId = NEW.GameId AND UserId = NEW.UserId
                                                 AND Currency = NEW.Currency)
BEGIN SELECT RAISE(ABORT, 'TScoreLedger is append-only: that row is there'); END;
CREATE TRIGGER TScoreLedgerKnownUser BEFORE INSERT ON TScoreLedger
WHEN NOT EXISTS (SELECT 1 FROM TUserBase WHERE UserId = NEW.UserId)
BEGIN SELECT RAISE(ABORT, 'no such UserId in TUserBase'); END;
CREATE TRIGGER TScoreLedgerScore AFTER INSERT ON TScoreLedger
WHEN NEW.Currency = 'score'
BEGIN
  INSERT INTO TUserScore (UserId, Kind, Score, ScoreLedgerId, OnLadder)
  SELECT NEW.UserId, 'all', NEW.Amount, NEW.LedgerId, Guest = 0 AND Banned = 0 AND Deleted = 0
  FROM TUserBase WHERE UserId = NEW.UserId
  ON CONFLICT (UserId, Kind) DO UPDATE
    SET Score = Score + excluded.Score, ScoreLedgerId = excluded.ScoreLedgerId;
END;
CREATE TRIGGER TScoreLedgerScoreInKind AFTER INSERT ON TScoreLedger
WHEN NEW.Currency = 'score' AND NEW.Kind <> ''
BEGIN
  INSERT INTO TUserScore (UserId, Kind, Score, ScoreLedgerId, OnLadder)
  SELECT NEW.UserId, NEW.Kind, NEW.Amount, NEW.LedgerId, Guest = 0 AND Banned = 0 AND Deleted = 0
  FROM TUserBase WHERE UserId = NEW.UserId
  ON CONFLICT (UserId, Kind) DO UPDATE
    SET Score = Score + excluded.Score, ScoreLedgerId = excluded.ScoreLedgerId;
END;
CREATE TRIGGER TScoreLedgerCoins AFTER INSERT ON TScoreLedger
WHEN NEW.Currency = 'coins'
BEGIN
  UPDATE TUserBase SET Coins = Coins + NEW.Amount, CoinsLedgerId = NEW.LedgerId
  WHERE UserId = NEW.UserId;
END;
-- Coins outside games come from the house and go to it, so that all accounts sum to 0.
CREATE TRIGGER TScoreLedgerHouse AFTER INSERT ON TScoreLedger
WHEN NEW.Currency = 'coins' AND NEW.GameId IS NULL AND NEW.UserId <> 0
BEGIN
  INSERT INTO TScoreLedger (GameId, UserId, Currency, Kind, Amount, Reason, Note, Who, At)
  VALUES (NULL, 0, 'coins', '', -NEW.Amount, NEW.Reason,
          CASE WHEN NEW.Note = '' THEN 'user ' || NEW.UserId
               ELSE 'user ' || NEW.UserId || ': ' || NEW.Note END, NEW.Who, NEW.At);
END;
CREATE TRIGGER TScoreLedgerAudit AFTER INSERT ON TScoreLedger
WHEN NEW.Reason = 'correction' AND NEW.UserId <> 0
BEGIN
  INSERT INTO TAuditLog (Who, Action, TableName, RowKey, UserId, NewValues, Note)
  VALUES (coalesce((SELECT Who FROM TAuditActor), 'sql'), 'insert', 'TScoreLedger', NEW.LedgerId,
          NEW.UserId, json_object('Currency', NEW.Currency, 'Amount', NEW.Amount), NEW.Note);
END;
-- The sums are the ledger's: nobody sets them by hand.
CREATE TRIGGER TUserScoreFollows BEFORE UPDATE OF Score ON TUserScore
WHEN NEW.Score <> OLD.Score AND NEW.ScoreLedgerId = OLD.ScoreLedgerId
BEGIN SELECT RAISE(ABORT, 'Score is the sum of TScoreLedger: insert a correction there'); END;
CREATE TRIGGER TUserBaseCoinsFollow BEFORE UPDATE OF Coins ON TUserBase
WHEN NEW.Coins <> OLD.Coins AND NEW.CoinsLedgerId = OLD.CoinsLedgerId
BEGIN SELECT RAISE(ABORT, 'Coins are the sum of TScoreLedger: insert a correction there'); END;

-- ------------------------------------------------------------------ announcements

CREATE TABLE TAnnouncement (
  AnnouncementId INTEGER PRIMARY KEY AUTOINCREMENT,
  At INTEGER NOT NULL DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)),
  Who TEXT NOT NULL DEFAULT 'sql',
  Text TEXT NOT NULL,
  CONSTRAINT "Text must have 1 to 500 characters, none of them a control character"
    CHECK (length(trim(Text)) > 0 AND length(Text) <= 500
           AND Text NOT GLOB ('*[' || char(1) || '-' || char(31) || char(127) || ']*'))
) STRICT;
CREATE TRIGGER TAnnouncementAudit AFTER INSERT ON TAnnouncement
BEGIN
  INSERT INTO TAuditLog (Who, Action, TableName, RowKey, NewValues)
  VALUES (coalesce((SELECT Who FROM TAuditActor), 'sql'), 'insert', 'TAnnouncement',
          NEW.AnnouncementId, json_object('Text', NEW.Text));
END;

-- ------------------------------------------------------------------ views for people

CREATE VIEW VUserScore AS
SELECT s.UserId, u.Name, s.Kind, s.Score,
       coalesce((SELECT r.Name FROM TRankBase r WHERE r.Threshold <= s.Score
                 ORDER BY r.Threshold DESC LIMIT 1),
                (SELECT r.Name FROM TRankBase r ORDER BY r.Threshold LIMIT 1)) AS RankName,
       s.Finished, s.Wins, s.Losses, s.Draws, s.Escapes
FROM TUserScore s JOIN TUserBase u ON u.UserId = s.UserId;

-- Guests, banned and deleted accounts are not on it; equal scores share a place.
CREATE VIEW VLadder AS
SELECT s.Kind, rank() OVER (PARTITION BY s.Kind ORDER BY s.Score DESC) AS Place, s.UserId, u.Name,
       s.Score,
       coalesce((SELECT r.Name FROM TRankBase r WHERE r.Threshold <= s.Score
                 ORDER BY r.Threshold DESC LIMIT 1),
                (SELECT r.Name FROM TRankBase r ORDER BY r.Threshold LIMIT 1)) AS RankName,
       s.Finished, s.Wins, s.Losses, s.Draws, s.Escapes
FROM TUserScore s JOIN TUserBase u ON u.UserId = s.UserId
WHERE s.OnLadder = 1;

CREATE VIEW VEscapeRate AS
SELECT s.UserId, u.Name, s.Finished, s.Escapes,
       CASE WHEN s.Finished = 0 THEN 0.0
            ELSE CAST(s.Escapes AS REAL) / s.Finished END AS EscapeRate
FROM TUserScore s JOIN TUserBase u ON u.UserId = s.UserId
WHERE s.Kind = 'all';

CREATE VIEW VGame AS
SELECT g.GameId, g.RoomId, g.Kind, g.OpeningRule,
       strftime('%Y-%m-%d %H:%M:%S', g.StartedAt / 1000, 'unixepoch') AS StartedUtc,
       strftime('%Y-%m-%d %H:%M:%S', g.EndedAt / 1000, 'unixepoch') AS EndedUtc,
       a.Name AS FirstName, b.Name AS SecondName, g.Outcome, g.Reason, g.Winner, g.Loser, g.Black,
       g.FirstChange, g.SecondChange, g.FirstCoins, g.SecondCoins, g.Counted, g.NotCountedWhy,
       g.MoveCount, g.Opening
FROM TGameBase g
LEFT JOIN TUserBase a ON a.UserId = g.FirstUserId
LEFT JOIN TUserBase b ON b.UserId = g.SecondUserId;

-- ------------------------------------------------------------------ what every hall begins with

INSERT INTO TRankBase (RankId, Threshold, Name, NameEn) VALUES
  (1, 0, '初学者', 'Beginner'),
  (2, 30, '业余初段', 'Amateur 1 dan'),
  (3, 80, '业余二段', 'Amateur 2 dan'),
  (4, 160, '业余三段', 'Amateur 3 dan'),
  (5, 282, '业余四段', 'Amateur 4 dan'),
  (6, 450, '业余五段', 'Amateur 5 dan'),
  (7, 680, '业余六段', 'Amateur 6 dan'),
  (8, 980, '业余七段', 'Amateur 7 dan'),
  (9, 1360, '业余八段', 'Amateur 8 dan'),
  (10, 1830, '业余九段', 'Amateur 9 dan'),
  (11, 2400, '职业初段', 'Professional 1 dan'),
  (12, 3880, '职业二段', 'Professional 2 dan'),
  (13, 4810, '职业三段', 'Professional 3 dan'),
  (14, 5880, '职业四段', 'Professional 4 dan'),
  (15, 7200, '职业五段', 'Professional 5 dan'),
  (16, 8780, '职业六段', 'Professional 6 dan'),
  (17, 10530, '职业七段', 'Professional 7 dan'),
  (18, 12460, '职业八段', 'Professional 8 dan'),
  (19, 14680, '职业九段', 'Professional 9 dan'),
  (20, 17200, '超一流', 'Top class'),
  (21, 20130, '棋圣', 'Sage of the board');

INSERT INTO TGameRoomBase
  (RoomId, Name, Kind, OpeningRule, Enforcement, CentreFirst, TimeControl, DisconnectClock,
   UndosPerPlayer, CoinStake, QuickMatchOnly, GuestsAllowed, IsDefault) VALUES
  (1, '普通一室', 'casual', 'freestyle', 'refuse', 0, 'hall 600000 60000 20000', 'pause', 3, 0, 0, 1, 1),
  (2, '普通二室', 'casual', 'freestyle', 'refuse', 0, 'hall 600000 60000 20000', 'pause', 3, 0, 0, 1, 0),
  (3, '普通三室（无禁手）', 'casual', 'no-forbidden', 'refuse', 0, 'hall 600000 60000 20000', 'pause', 3, 0, 0, 1, 0),
  (4, '国标一室（禁手不可落子）', 'national', 'renju', 'refuse', 1, 'hall 900000 90000 30000', 'pause', 3, 0, 0, 1, 0),
  (5, '国标二室（禁手即负）', 'national', 'renju', 'lose', 1, 'hall 900000 90000 30000', 'pause', 3, 0, 0, 1, 0),
  (6, '国标三室（禁手自报）', 'national', 'renju', 'claim', 1, 'hall 900000 90000 30000', 'pause', 3, 0, 0, 1, 0),
  (7, '职业一室', 'professional', 'rif', 'claim', 1, 'hall 1200000 120000 30000', 'run', 0, 0, 0, 1, 0),
  (8, '金币一室', 'casual', 'freestyle', 'refuse', 0, 'hall 600000 60000 20000', 'pause', 0, 10, 1, 0, 0);

UPDATE TAuditActor SET Who = NULL;
