-- Notes of people on payments; append-only: a row takes another one back.
create table payment_notes (
	id integer primary key autoincrement,
	payment_id text not null,
	at text not null,
	reason text not null,
	actor text not null,
	actor_name text not null,
	withdraws integer unique references payment_notes (id)
) strict;

create index payment_notes_payment on payment_notes (payment_id, id);

create trigger payment_notes_no_update before update on payment_notes begin select raise(abort, 'append-only'); end;
create trigger payment_notes_no_delete before delete on payment_notes begin select raise(abort, 'append-only'); end;
