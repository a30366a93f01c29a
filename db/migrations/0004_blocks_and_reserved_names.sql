-- Whom a player does not want to hear (R6), and the names that nobody may take.

CREATE TABLE TUserBlock (
  UserId INTEGER NOT NULL REFERENCES TUserBase (UserId),
  BlockedUserId INTEGER NOT NULL REFERENCES TUserBase (UserId),
  At INTEGER NOT NULL,
  PRIMARY KEY (UserId, BlockedUserId),
  CONSTRAINT "nobody blocks himself" CHECK (UserId <> BlockedUserId)
) STRICT, WITHOUT ROWID;
CREATE INDEX IUserBlockBlocked ON TUserBlock (BlockedUserId);

-- A name is refused when it looks like one of these, whatever digits, blanks and signs stand round
-- its letters; `*` at the beginning or end stands for anything. Accounts that are there stay.
CREATE TABLE TReservedName (
  Name TEXT PRIMARY KEY,
  Note TEXT NOT NULL DEFAULT '',
  CONSTRAINT "Name must have 1 to 20 characters, a letter among them, * only first or last"
    CHECK (length(trim(Name, '* ')) > 0 AND length(Name) <= 20
           AND instr(substr(Name, 2, length(Name) - 2), '*') = 0)
) STRICT;
INSERT INTO TReservedName (Name, Note) VALUES
  ('天元', 'the house'), ('tianyuan', 'the house'), ('house', 'the house'), ('庄家', 'the house'),
  ('*官方*', 'speaks for the house'), ('official', 'speaks for the house'),
  ('admin', 'staff'), ('administrator', 'staff'), ('sysadmin', 'staff'), ('root', 'staff'),
  ('*管理员*', 'staff'), ('管理', 'staff'), ('operator', 'staff'), ('moderator', 'staff'),
  ('mod', 'staff'), ('staff', 'staff'), ('support', 'staff'), ('helpdesk', 'staff'),
  ('*客服*', 'staff'), ('版主', 'staff'),
  ('referee', 'a role'), ('裁判', 'a role'), ('裁判长', 'a role'),
  ('system', 'a program'), ('server', 'a program'), ('系统', 'a program'), ('系统消息', 'a program'),
  ('服务器', 'a program'),
  ('guest', 'no account'), ('访客', 'no account'), ('游客', 'no account'), ('deleted', 'no account'),
  ('anonymous', 'no account'), ('匿名', 'no account'), ('nobody', 'no account'),
  ('null', 'no account'), ('undefined', 'no account'),
  ('everyone', 'an audience'), ('all', 'an audience'), ('所有人', 'an audience');

CREATE TRIGGER TReservedNameAuditInsert AFTER INSERT ON TReservedName
BEGIN
  INSERT INTO TAuditLog (Who, Action, TableName, RowKey, NewValues)
  VALUES (coalesce((SELECT Who FROM TAuditActor), 'sql'), 'insert', 'TReservedName', NEW.Name,
          json_object('Note', NEW.Note));
END;
CREATE TRIGGER TReservedNameAuditUpdate AFTER UPDATE ON TReservedName
BEGIN
  INSERT INTO TAuditLog (Who, Action, TableName, RowKey, OldValues, NewValues)
  VALUES (coalesce((SELECT Who FROM TAuditActor), 'sql'), 'update', 'TReservedName', OLD.Name,
          json_object('Name', OLD.Name, 'Note', OLD.Note),
          json_object('Name', NEW.Name, 'Note', NEW.Note));
END;
CREATE TRIGGER TReservedNameAuditDelete AFTER DELETE ON TReservedName
BEGIN
  INSERT INTO TAuditLog (Who, Action, TableName, RowKey, OldValues)
  VALUES (coalesce((SELECT Who FROM TAuditActor), 'sql'), 'delete', 'TReservedName', OLD.Name,
          json_object('Note', OLD.Note));
END;
