-- Accounts that somebody made, in comparable form. A phone number is an account without a row.
-- A closed account keeps the months that it has, and opens nothing new.
create table accounts (
	account text collate "C" primary key not null,
	made_by text collate "C" not null,
	made_name text not null,
	created_at timestamptz not null,
	closed_at timestamptz
);

create index accounts_newest on accounts (created_at, account);
