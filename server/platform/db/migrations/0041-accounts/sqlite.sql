-- Accounts that somebody made, in comparable form. A phone number is an account without a row.
-- A closed account keeps the months that it has, and opens nothing new.
create table accounts (
	account text primary key not null,
	made_by text not null,
	made_name text not null,
	created_at text not null,
	closed_at text
) strict;

create index accounts_newest on accounts (created_at, account);
