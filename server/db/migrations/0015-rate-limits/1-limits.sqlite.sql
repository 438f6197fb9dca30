-- The one server on SQLite counts in memory.
drop table attempts;

delete from settings where name = 'secret_in_use';
