-- What was done to months: asked to be closed, closed, opened again. The latest step of a month says how it stands.

create table period_steps (
	id text collate "C" primary key not null,
	month text collate "C" not null,
	n integer not null,
	at timestamptz not null,
	step text not null check (step in ('review', 'close', 'reopen')),
	reason text,
	-- Of a closing that somebody else had asked for: that step.
	asked text collate "C" references period_steps (id),
	-- What the month came to then, as JSON, and the SHA-256 of its figures.
	figures text not null,
	checksum text collate "C" not null,
	actor text collate "C" not null,
	actor_name text not null,
	constraint period_steps_n unique (month, n)
);

-- The lines and payments of a month as they were when it was closed.
create table period_items (
	step text collate "C" not null,
	id text collate "C" not null,
	"of" text not null,
	at timestamptz,
	kind text not null,
	receipt text collate "C",
	details text,
	payer_name text,
	phone text,
	account_reference text,
	paid_in bigint,
	withdrawn bigint,
	linked_receipt text,
	payment_id text collate "C",
	payment_amount bigint,
	payment_seq bigint,
	payment_paid_at timestamptz,
	payment_status text,
	payment_receipt text collate "C",
	decided text,
	reason text,
	decided_by text,
	decided_at timestamptz,
	state text not null,
	constraint period_items_id primary key (step, id)
);

create trigger period_steps_append_only before update or delete or truncate on period_steps
	execute function refuse_change();

create trigger period_items_append_only before update or delete or truncate on period_items
	execute function refuse_change();
