-- Receipts that callers read out and no payment has yet. Whether one arrived is derived, never stored.
create table awaited_receipts (
	id bigint primary key generated always as identity,
	receipt text collate "C" not null,
	phone text collate "C",
	amount integer check (amount > 0),
	at timestamptz not null,
	reason text not null,
	actor text collate "C" not null,
	actor_name text not null,
	withdrawn_at timestamptz
);

create unique index awaited_receipts_receipt on awaited_receipts (receipt) where withdrawn_at is null;
