-- What people said that deliveries are which changed no payment. Never changed: what was said is taken back by a row
-- that names it.

create table delivery_settlements (
	id bigint primary key generated always as identity,
	message_id bigint not null,
	-- Null in a row that takes another one back, as what it was until then.
	decided text collate "C" check (decided in ('payment', 'not_ours', 'duplicate', 'to_return', 'other')),
	was text collate "C",
	payment_id text collate "C",
	at timestamptz not null,
	reason text not null,
	actor text collate "C" not null,
	actor_name text not null,
	withdraws bigint unique references delivery_settlements (id),
	check ((decided is null) = (withdraws is not null) and (decided is null) = (was is null))
);

create index delivery_settlements_message on delivery_settlements (message_id, id);
create index delivery_settlements_payment on delivery_settlements (payment_id) where payment_id is not null;

create trigger delivery_settlements_append_only before update or delete or truncate on delivery_settlements
	execute function refuse_change();

-- References near to one that was typed are looked for in the order of their letters, each once.
create index payments_by_reference on payments (lower(account_reference collate "C")) where account_reference is not null;
create index payment_assignments_by_reference on payment_assignments (lower(account_reference collate "C")) where account_reference is not null;
drop index payment_assignments_reference;
