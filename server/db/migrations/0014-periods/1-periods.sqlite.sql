-- What was done to months: asked to be closed, closed, opened again. The latest step of a month says how it stands.

create table period_steps (
	id text primary key not null,
	month text not null,
	n integer not null,
	at text not null,
	step text not null check (step in ('review', 'close', 'reopen')),
	reason text,
	-- Of a closing that somebody else had asked for: that step.
	asked text references period_steps (id),
	-- What the month came to then, as JSON, and the SHA-256 of its figures.
	figures text not null,
	checksum text not null,
	actor text not null,
	actor_name text not null,
	constraint period_steps_n unique (month, n)
) strict;

-- The lines and payments of a month as they were when it was closed.
create table period_items (
	step text not null,
	id text not null,
	"of" text not null,
	at text,
	kind text not null,
	receipt text,
	details text,
	payer_name text,
	phone text,
	account_reference text,
	paid_in integer,
	withdrawn integer,
	linked_receipt text,
	payment_id text,
	payment_amount integer,
	payment_seq integer,
	payment_paid_at text,
	payment_status text,
	payment_receipt text,
	decided text,
	reason text,
	decided_by text,
	decided_at text,
	state text not null,
	constraint period_items_id primary key (step, id)
) strict;

create trigger period_steps_no_update before update on period_steps begin select raise(abort, 'append-only'); end;
create trigger period_steps_no_delete before delete on period_steps begin select raise(abort, 'append-only'); end;
create trigger period_items_no_update before update on period_items begin select raise(abort, 'append-only'); end;
create trigger period_items_no_delete before delete on period_items begin select raise(abort, 'append-only'); end;
