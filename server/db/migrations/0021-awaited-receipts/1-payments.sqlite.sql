-- Receipts that callers read out and no payment has yet. Whether one arrived is derived, never stored.
create table awaited_receipts (
	id integer primary key autoincrement,
	receipt text not null,
	phone text,
	amount integer check (amount > 0),
	at text not null,
	reason text not null,
	actor text not null,
	actor_name text not null,
	withdrawn_at text
) strict;

create unique index awaited_receipts_receipt on awaited_receipts (receipt) where withdrawn_at is null;
