-- Notes of people on payments; append-only: a row takes another one back.
create table payment_notes (
	id bigint primary key generated always as identity,
	payment_id text collate "C" not null,
	at timestamptz not null,
	reason text not null,
	actor text collate "C" not null,
	actor_name text not null,
	withdraws bigint unique references payment_notes (id)
);

create index payment_notes_payment on payment_notes (payment_id, id);

create trigger payment_notes_append_only before update or delete or truncate on payment_notes
	execute function refuse_change();
