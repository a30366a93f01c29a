-- A database that version 1 left behind: two people, one settled game, one that runs.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE TSchemaBase (
  Version INTEGER PRIMARY KEY,
  Name TEXT NOT NULL,
  AppliedAt INTEGER NOT NULL
) STRICT;
INSERT INTO TSchemaBase VALUES(1,'0001_hall',1800000000000);
CREATE TABLE TAuditActor (
  ActorId INTEGER PRIMARY KEY CHECK (ActorId = 1),
  Who TEXT
) STRICT;
INSERT INTO TAuditActor VALUES(1,NULL);
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
INSERT INTO TAuditLog VALUES(1,1795990764343,'migration','insert','TRankBase','1',NULL,NULL,'{"Threshold":0,"Name":"初学者","NameEn":"Beginner"}','');
INSERT INTO TAuditLog VALUES(2,1795990764343,'migration','insert','TRankBase','2',NULL,NULL,'{"Threshold":30,"Name":"业余初段","NameEn":"Amateur 1 dan"}','');
INSERT INTO TAuditLog VALUES(3,1795990764343,'migration','insert','TRankBase','3',NULL,NULL,'{"Threshold":80,"Name":"业余二段","NameEn":"Amateur 2 dan"}','');
INSERT INTO TAuditLog VALUES(4,1795990764343,'migration','insert','TRankBase','4',NULL,NULL,'{"Threshold":160,"Name":"业余三段","NameEn":"Amateur 3 dan"}','');
INSERT INTO TAuditLog VALUES(5,1795990764343,'migration','insert','TRankBase','5',NULL,NULL,'{"Threshold":282,"Name":"业余四段","NameEn":"Amateur 4 dan"}','');
INSERT INTO TAuditLog VALUES(6,1795990764343,'migration','insert','TRankBase','6',NULL,NULL,'{"Threshold":450,"Name":"业余五段","NameEn":"Amateur 5 dan"}','');
INSERT INTO TAuditLog VALUES(7,1795990764343,'migration','insert','TRankBase','7',NULL,NULL,'{"Threshold":680,"Name":"业余六段","NameEn":"Amateur 6 dan"}','');
INSERT INTO TAuditLog VALUES(8,1795990764343,'migration','insert','TRankBase','8',NULL,NULL,'{"Threshold":980,"Name":"业余七段","NameEn":"Amateur 7 dan"}','');
INSERT INTO TAuditLog VALUES(9,1795990764343,'migration','insert','TRankBase','9',NULL,NULL,'{"Threshold":1360,"Name":"业余八段","NameEn":"Amateur 8 dan"}','');
INSERT INTO TAuditLog VALUES(10,1795990764343,'migration','insert','TRankBase','10',NULL,NULL,'{"Threshold":1830,"Name":"业余九段","NameEn":"Amateur 9 dan"}','');
INSERT INTO TAuditLog VALUES(11,1795990764343,'migration','insert','TRankBase','11',NULL,NULL,'{"Threshold":2400,"Name":"职业初段","NameEn":"Professional 1 dan"}','');
INSERT INTO TAuditLog VALUES(12,1795990764343,'migration','insert','TRankBase','12',NULL,NULL,'{"Threshold":3880,"Name":"职业二段","NameEn":"Professional 2 dan"}','');
INSERT INTO TAuditLog VALUES(13,1795990764343,'migration','insert','TRankBase','13',NULL,NULL,'{"Threshold":4810,"Name":"职业三段","NameEn":"Professional 3 dan"}','');
INSERT INTO TAuditLog VALUES(14,1795990764343,'migration','insert','TRankBase','14',NULL,NULL,'{"Threshold":5880,"Name":"职业四段","NameEn":"Professional 4 dan"}','');
INSERT INTO TAuditLog VALUES(15,1795990764343,'migration','insert','TRankBase','15',NULL,NULL,'{"Threshold":7200,"Name":"职业五段","NameEn":"Professional 5 dan"}','');
INSERT INTO TAuditLog VALUES(16,1795990764343,'migration','insert','TRankBase','16',NULL,NULL,'{"Threshold":8780,"Name":"职业六段","NameEn":"Professional 6 dan"}','');
INSERT INTO TAuditLog VALUES(17,1795990764343,'migration','insert','TRankBase','17',NULL,NULL,'{"Threshold":10530,"Name":"职业七段","NameEn":"Professional 7 dan"}','');
INSERT INTO TAuditLog VALUES(18,1795990764343,'migration','insert','TRankBase','18',NULL,NULL,'{"Threshold":12460,"Name":"职业八段","NameEn":"Professional 8 dan"}','');
INSERT INTO TAuditLog VALUES(19,1795990764343,'migration','insert','TRankBase','19',NULL,NULL,'{"Threshold":14680,"Name":"职业九段","NameEn":"Professional 9 dan"}','');
INSERT INTO TAuditLog VALUES(20,1795990764343,'migration','insert','TRankBase','20',NULL,NULL,'{"Threshold":17200,"Name":"超一流","NameEn":"Top class"}','');
INSERT INTO TAuditLog VALUES(21,1795990764343,'migration','insert','TRankBase','21',NULL,NULL,'{"Threshold":20130,"Name":"棋圣","NameEn":"Sage of the board"}','');
INSERT INTO TAuditLog VALUES(22,1795990764358,'migration','insert','TGameRoomBase','1',NULL,NULL,'{"Name":"普通一室","Kind":"casual","OpeningRule":"freestyle","Enforcement":"refuse","OverlineCountsAsFour":0,"CentreFirst":0,"FifthsMax":12,"TimeControl":"hall 600000 60000 20000","DisconnectClock":"pause","GraceMs":180000,"AbsenceTotalMs":360000,"SkipsToLose":0,"UndosPerPlayer":3,"WinPoints":4,"LossPoints":-4,"DrawPoints":0,"RunPublish":8,"CoinStake":0,"QuickMatchOnly":0,"Capacity":400,"MinimumScore":null,"MaximumEscapeRate":null,"GuestsAllowed":1,"IsDefault":1,"Open":1,"CountPrivate":0,"CountGuests":0}','');
INSERT INTO TAuditLog VALUES(23,1795990764358,'migration','insert','TGameRoomBase','2',NULL,NULL,'{"Name":"普通二室","Kind":"casual","OpeningRule":"freestyle","Enforcement":"refuse","OverlineCountsAsFour":0,"CentreFirst":0,"FifthsMax":12,"TimeControl":"hall 600000 60000 20000","DisconnectClock":"pause","GraceMs":180000,"AbsenceTotalMs":360000,"SkipsToLose":0,"UndosPerPlayer":3,"WinPoints":4,"LossPoints":-4,"DrawPoints":0,"RunPublish":8,"CoinStake":0,"QuickMatchOnly":0,"Capacity":400,"MinimumScore":null,"MaximumEscapeRate":null,"GuestsAllowed":1,"IsDefault":0,"Open":1,"CountPrivate":0,"CountGuests":0}','');
INSERT INTO TAuditLog VALUES(24,1795990764358,'migration','insert','TGameRoomBase','3',NULL,NULL,'{"Name":"普通三室（无禁手）","Kind":"casual","OpeningRule":"no-forbidden","Enforcement":"refuse","OverlineCountsAsFour":0,"CentreFirst":0,"FifthsMax":12,"TimeControl":"hall 600000 60000 20000","DisconnectClock":"pause","GraceMs":180000,"AbsenceTotalMs":360000,"SkipsToLose":0,"UndosPerPlayer":3,"WinPoints":4,"LossPoints":-4,"DrawPoints":0,"RunPublish":8,"CoinStake":0,"QuickMatchOnly":0,"Capacity":400,"MinimumScore":null,"MaximumEscapeRate":null,"GuestsAllowed":1,"IsDefault":0,"Open":1,"CountPrivate":0,"CountGuests":0}','');
INSERT INTO TAuditLog VALUES(25,1795990764358,'migration','insert','TGameRoomBase','4',NULL,NULL,'{"Name":"国标一室（禁手不可落子）","Kind":"national","OpeningRule":"renju","Enforcement":"refuse","OverlineCountsAsFour":0,"CentreFirst":1,"FifthsMax":12,"TimeControl":"hall 900000 90000 30000","DisconnectClock":"pause","GraceMs":180000,"AbsenceTotalMs":360000,"SkipsToLose":0,"UndosPerPlayer":3,"WinPoints":4,"LossPoints":-4,"DrawPoints":0,"RunPublish":8,"CoinStake":0,"QuickMatchOnly":0,"Capacity":400,"MinimumScore":null,"MaximumEscapeRate":null,"GuestsAllowed":1,"IsDefault":0,"Open":1,"CountPrivate":0,"CountGuests":0}','');
INSERT INTO TAuditLog VALUES(26,1795990764358,'migration','insert','TGameRoomBase','5',NULL,NULL,'{"Name":"国标二室（禁手即负）","Kind":"national","OpeningRule":"renju","Enforcement":"lose","OverlineCountsAsFour":0,"CentreFirst":1,"FifthsMax":12,"TimeControl":"hall 900000 90000 30000","DisconnectClock":"pause","GraceMs":180000,"AbsenceTotalMs":360000,"SkipsToLose":0,"UndosPerPlayer":3,"WinPoints":4,"LossPoints":-4,"DrawPoints":0,"RunPublish":8,"CoinStake":0,"QuickMatchOnly":0,"Capacity":400,"MinimumScore":null,"MaximumEscapeRate":null,"GuestsAllowed":1,"IsDefault":0,"Open":1,"CountPrivate":0,"CountGuests":0}','');
INSERT INTO TAuditLog VALUES(27,1795990764358,'migration','insert','TGameRoomBase','6',NULL,NULL,'{"Name":"国标三室（禁手自报）","Kind":"national","OpeningRule":"renju","Enforcement":"claim","OverlineCountsAsFour":0,"CentreFirst":1,"FifthsMax":12,"TimeControl":"hall 900000 90000 30000","DisconnectClock":"pause","GraceMs":180000,"AbsenceTotalMs":360000,"SkipsToLose":0,"UndosPerPlayer":3,"WinPoints":4,"LossPoints":-4,"DrawPoints":0,"RunPublish":8,"CoinStake":0,"QuickMatchOnly":0,"Capacity":400,"MinimumScore":null,"MaximumEscapeRate":null,"GuestsAllowed":1,"IsDefault":0,"Open":1,"CountPrivate":0,"CountGuests":0}','');
INSERT INTO TAuditLog VALUES(28,1795990764358,'migration','insert','TGameRoomBase','7',NULL,NULL,'{"Name":"职业一室","Kind":"professional","OpeningRule":"rif","Enforcement":"claim","OverlineCountsAsFour":0,"CentreFirst":1,"FifthsMax":12,"TimeControl":"hall 1200000 120000 30000","DisconnectClock":"run","GraceMs":180000,"AbsenceTotalMs":360000,"SkipsToLose":0,"UndosPerPlayer":0,"WinPoints":4,"LossPoints":-4,"DrawPoints":0,"RunPublish":8,"CoinStake":0,"QuickMatchOnly":0,"Capacity":400,"MinimumScore":null,"MaximumEscapeRate":null,"GuestsAllowed":1,"IsDefault":0,"Open":1,"CountPrivate":0,"CountGuests":0}','');
INSERT INTO TAuditLog VALUES(29,1795990764358,'migration','insert','TGameRoomBase','8',NULL,NULL,'{"Name":"金币一室","Kind":"casual","OpeningRule":"freestyle","Enforcement":"refuse","OverlineCountsAsFour":0,"CentreFirst":0,"FifthsMax":12,"TimeControl":"hall 600000 60000 20000","DisconnectClock":"pause","GraceMs":180000,"AbsenceTotalMs":360000,"SkipsToLose":0,"UndosPerPlayer":0,"WinPoints":4,"LossPoints":-4,"DrawPoints":0,"RunPublish":8,"CoinStake":10,"QuickMatchOnly":1,"Capacity":400,"MinimumScore":null,"MaximumEscapeRate":null,"GuestsAllowed":0,"IsDefault":0,"Open":1,"CountPrivate":0,"CountGuests":0}','');
INSERT INTO TAuditLog VALUES(30,1795990764426,'sql','update','TGameRoomBase','3',NULL,'{"RunPublish":8}','{"RunPublish":20}','');
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
INSERT INTO TGameRoomBase VALUES(1,'普通一室','casual','freestyle','refuse',0,0,12,'hall 600000 60000 20000','pause',180000,360000,0,3,4,-4,0,8,0,0,400,NULL,NULL,1,1,1,0,0);
INSERT INTO TGameRoomBase VALUES(2,'普通二室','casual','freestyle','refuse',0,0,12,'hall 600000 60000 20000','pause',180000,360000,0,3,4,-4,0,8,0,0,400,NULL,NULL,1,0,1,0,0);
INSERT INTO TGameRoomBase VALUES(3,'普通三室（无禁手）','casual','no-forbidden','refuse',0,0,12,'hall 600000 60000 20000','pause',180000,360000,0,3,4,-4,0,20,0,0,400,NULL,NULL,1,0,1,0,0);
INSERT INTO TGameRoomBase VALUES(4,'国标一室（禁手不可落子）','national','renju','refuse',0,1,12,'hall 900000 90000 30000','pause',180000,360000,0,3,4,-4,0,8,0,0,400,NULL,NULL,1,0,1,0,0);
INSERT INTO TGameRoomBase VALUES(5,'国标二室（禁手即负）','national','renju','lose',0,1,12,'hall 900000 90000 30000','pause',180000,360000,0,3,4,-4,0,8,0,0,400,NULL,NULL,1,0,1,0,0);
INSERT INTO TGameRoomBase VALUES(6,'国标三室（禁手自报）','national','renju','claim',0,1,12,'hall 900000 90000 30000','pause',180000,360000,0,3,4,-4,0,8,0,0,400,NULL,NULL,1,0,1,0,0);
INSERT INTO TGameRoomBase VALUES(7,'职业一室','professional','rif','claim',0,1,12,'hall 1200000 120000 30000','run',180000,360000,0,0,4,-4,0,8,0,0,400,NULL,NULL,1,0,1,0,0);
INSERT INTO TGameRoomBase VALUES(8,'金币一室','casual','freestyle','refuse',0,0,12,'hall 600000 60000 20000','pause',180000,360000,0,0,4,-4,0,8,10,1,400,NULL,NULL,0,0,1,0,0);
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
INSERT INTO TRankBase VALUES(1,0,'初学者','Beginner');
INSERT INTO TRankBase VALUES(2,30,'业余初段','Amateur 1 dan');
INSERT INTO TRankBase VALUES(3,80,'业余二段','Amateur 2 dan');
INSERT INTO TRankBase VALUES(4,160,'业余三段','Amateur 3 dan');
INSERT INTO TRankBase VALUES(5,282,'业余四段','Amateur 4 dan');
INSERT INTO TRankBase VALUES(6,450,'业余五段','Amateur 5 dan');
INSERT INTO TRankBase VALUES(7,680,'业余六段','Amateur 6 dan');
INSERT INTO TRankBase VALUES(8,980,'业余七段','Amateur 7 dan');
INSERT INTO TRankBase VALUES(9,1360,'业余八段','Amateur 8 dan');
INSERT INTO TRankBase VALUES(10,1830,'业余九段','Amateur 9 dan');
INSERT INTO TRankBase VALUES(11,2400,'职业初段','Professional 1 dan');
INSERT INTO TRankBase VALUES(12,3880,'职业二段','Professional 2 dan');
INSERT INTO TRankBase VALUES(13,4810,'职业三段','Professional 3 dan');
INSERT INTO TRankBase VALUES(14,5880,'职业四段','Professional 4 dan');
INSERT INTO TRankBase VALUES(15,7200,'职业五段','Professional 5 dan');
INSERT INTO TRankBase VALUES(16,8780,'职业六段','Professional 6 dan');
INSERT INTO TRankBase VALUES(17,10530,'职业七段','Professional 7 dan');
INSERT INTO TRankBase VALUES(18,12460,'职业八段','Professional 8 dan');
INSERT INTO TRankBase VALUES(19,14680,'职业九段','Professional 9 dan');
INSERT INTO TRankBase VALUES(20,17200,'超一流','Top class');
INSERT INTO TRankBase VALUES(21,20130,'棋圣','Sage of the board');
CREATE TABLE TSettingBase (
  Key TEXT PRIMARY KEY,
  Value INTEGER NOT NULL,
  Minimum INTEGER NOT NULL,
  Maximum INTEGER NOT NULL,
  Description TEXT NOT NULL,
  CONSTRAINT "Value must lie between Minimum and Maximum" CHECK (Value BETWEEN Minimum AND Maximum)
) STRICT;
INSERT INTO TSettingBase VALUES('StartingCoins',1000,0,1000000000,'coins that a new account gets from the house');
INSERT INTO TSettingBase VALUES('DailyReliefCoins',100,0,1000000000,'coins that an empty purse gets once a day; 0: none');
INSERT INTO TSettingBase VALUES('PairGamesPerDay',5,0,1000000,'games that the same two players count in a day');
INSERT INTO TSettingBase VALUES('DayOffsetMinutes',480,-720,840,'a day begins at midnight of UTC plus this (480: Beijing)');
INSERT INTO TSettingBase VALUES('MassDropFreeze',1,0,1,'graces stand still when a third of the players drop at once');
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
INSERT INTO TUserBase VALUES(0,'天元',NULL,'',0,0,0,0,'',-2000,4,0);
INSERT INTO TUserBase VALUES(1,'alice','alice','$argon2id$hash',0,0,0,0,'',1000,1,1800000000000);
INSERT INTO TUserBase VALUES(2,'bob','bob','$argon2id$hash',0,0,0,0,'',1000,3,1800000000000);
CREATE TABLE TUserSession (
  TokenHash TEXT PRIMARY KEY,
  UserId INTEGER NOT NULL REFERENCES TUserBase (UserId),
  CreatedAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO TUserSession VALUES('hash-of-token',1,1800000000000);
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
INSERT INTO TUserScore VALUES(1,'all',4,5,1,1,0,0,0,1);
INSERT INTO TUserScore VALUES(1,'casual',4,5,1,1,0,0,0,1);
INSERT INTO TUserScore VALUES(2,'all',-4,6,1,0,1,0,0,1);
INSERT INTO TUserScore VALUES(2,'casual',-4,6,1,0,1,0,0,1);
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
INSERT INTO TGameBase VALUES(1,1,'casual','freestyle',1,2,1800000000000,1,1800000060000,0,0,'win','five','first','second','first',1,'',4,-4,0,0,9,'h8h9i8i9j8j9k8k9l8','','[]');
INSERT INTO TGameBase VALUES(2,1,'casual','freestyle',2,1,1800000070000,3,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,'',0,0,0,0,0,'','',NULL);
CREATE TABLE TGameEvent (
  LogId INTEGER PRIMARY KEY,
  GameId INTEGER NOT NULL,
  Version INTEGER NOT NULL,
  At INTEGER NOT NULL,
  Kind TEXT NOT NULL,
  Payload TEXT NOT NULL
) STRICT;
INSERT INTO TGameEvent VALUES(1,1,0,1800000000000,'opened','{}');
INSERT INTO TGameEvent VALUES(2,1,1,1800000060000,'settled','{}');
INSERT INTO TGameEvent VALUES(3,2,0,1800000070000,'opened','{}');
INSERT INTO TGameEvent VALUES(4,2,1,1800000071000,'started','{}');
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
INSERT INTO TScoreLedger VALUES(1,NULL,1,'coins','',1000,'starting','','server',1800000000000);
INSERT INTO TScoreLedger VALUES(2,NULL,0,'coins','',-1000,'starting','user 1','server',1800000000000);
INSERT INTO TScoreLedger VALUES(3,NULL,2,'coins','',1000,'starting','','server',1800000000000);
INSERT INTO TScoreLedger VALUES(4,NULL,0,'coins','',-1000,'starting','user 2','server',1800000000000);
INSERT INTO TScoreLedger VALUES(5,1,1,'score','casual',4,'game','','server',1800000060000);
INSERT INTO TScoreLedger VALUES(6,1,2,'score','casual',-4,'game','','server',1800000060000);
CREATE TABLE TAnnouncement (
  AnnouncementId INTEGER PRIMARY KEY AUTOINCREMENT,
  At INTEGER NOT NULL DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)),
  Who TEXT NOT NULL DEFAULT 'sql',
  Text TEXT NOT NULL,
  CONSTRAINT "Text must have 1 to 500 characters, none of them a control character"
    CHECK (length(trim(Text)) > 0 AND length(Text) <= 500
           AND Text NOT GLOB ('*[' || char(1) || '-' || char(31) || char(127) || ']*'))
) STRICT;
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('TUserBase',2);
INSERT INTO sqlite_sequence VALUES('TAuditLog',30);
INSERT INTO sqlite_sequence VALUES('TGameRoomBase',8);
INSERT INTO sqlite_sequence VALUES('TScoreLedger',6);
CREATE TRIGGER TAuditLogStaysUpdate BEFORE UPDATE ON TAuditLog
BEGIN SELECT RAISE(ABORT, 'TAuditLog is append-only'); END;
CREATE TRIGGER TAuditLogStaysDelete BEFORE DELETE ON TAuditLog
BEGIN SELECT RAISE(ABORT, 'TAuditLog is append-only'); END;
CREATE TRIGGER TAuditLogStaysReplace BEFORE INSERT ON TAuditLog
WHEN EXISTS (SELECT 1 FROM TAuditLog WHERE AuditId = NEW.AuditId)
BEGIN SELECT RAISE(ABORT, 'TAuditLog is append-only'); END;
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
CREATE INDEX IUserSessionUser ON TUserSession (UserId, CreatedAt);
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
CREATE INDEX IGameFirst ON TGameBase (FirstUserId, SecondUserId, GameId);
CREATE INDEX IGameSecond ON TGameBase (SecondUserId, FirstUserId, GameId);
CREATE INDEX IGameRunning ON TGameBase (GameId) WHERE EndedAt IS NULL;
CREATE INDEX IGameEnded ON TGameBase (EndedAt) WHERE EndedAt IS NOT NULL;
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
CREATE TRIGGER TUserScoreFollows BEFORE UPDATE OF Score ON TUserScore
WHEN NEW.Score <> OLD.Score AND NEW.ScoreLedgerId = OLD.ScoreLedgerId
BEGIN SELECT RAISE(ABORT, 'Score is the sum of TScoreLedger: insert a correction there'); END;
CREATE TRIGGER TUserBaseCoinsFollow BEFORE UPDATE OF Coins ON TUserBase
WHEN NEW.Coins <> OLD.Coins AND NEW.CoinsLedgerId = OLD.CoinsLedgerId
BEGIN SELECT RAISE(ABORT, 'Coins are the sum of TScoreLedger: insert a correction there'); END;
CREATE TRIGGER TAnnouncementAudit AFTER INSERT ON TAnnouncement
BEGIN
  INSERT INTO TAuditLog (Who, Action, TableName, RowKey, NewValues)
  VALUES (coalesce((SELECT Who FROM TAuditActor), 'sql'), 'insert', 'TAnnouncement',
          NEW.AnnouncementId, json_object('Text', NEW.Text));
END;
CREATE VIEW VUserScore AS
SELECT s.UserId, u.Name, s.Kind, s.Score,
       coalesce((SELECT r.Name FROM TRankBase r WHERE r.Threshold <= s.Score
                 ORDER BY r.Threshold DESC LIMIT 1),
                (SELECT r.Name FROM TRankBase r ORDER BY r.Threshold LIMIT 1)) AS RankName,
       s.Finished, s.Wins, s.Losses, s.Draws, s.Escapes
FROM TUserScore s JOIN TUserBase u ON u.UserId = s.UserId;
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
COMMIT;
PRAGMA application_id = 1415137345;
