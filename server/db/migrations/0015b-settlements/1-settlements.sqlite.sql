-- What people said that deliveries are which changed no payment. Never changed: what was said is taken back by a row
-- that names it.

create table delivery_settlements (
	id integer primary key autoincrement,
	message_id integer not null,
	-- Null in a row that takes another one back, as what it was until then.
	decided text check (decided in ('payment', 'not_ours', 'duplicate', 'to_return', 'other')),
	was text,
	payment_id text,
	at text not null,
	reason text not null,
	actor text not null,
	actor_name text not null,
	withdraws integer unique references delivery_settlements (id),
	check ((decided is null) = (withdraws is not null) and (decided is null) = (was is null))
) strict;

create index delivery_settlements_message on delivery_settlements (message_id, id);
create index delivery_settlements_payment on delivery_settlements (payment_id) where payment_id is not null;

create trigger delivery_settlements_no_update before update on delivery_settlements begin select raise(abort, 'append-only'); end;
create trigger delivery_settlements_no_delete before delete on delivery_settlements begin select raise(abort, 'append-only'); end;

-- References near to one that was typed are looked for in the order of their letters, each once.
create index payments_by_reference on payments (lower(account_reference)) where account_reference is not null;
create index payment_assignments_by_reference on payment_assignments (lower(account_reference)) where account_reference is not null;
drop index payment_assignments_reference;
