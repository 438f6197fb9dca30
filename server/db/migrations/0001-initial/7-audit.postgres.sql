-- What was done, by whom: append-only, in chains whose last rows are kept apart.

create table audit_log (
	id text collate "C" primary key not null,
	chain text collate "C" not null,
	seq integer not null,
	at timestamptz not null,
	action text collate "C" not null,
	actor text collate "C" not null,
	actor_name text not null,
	actor_role text,
	address text,
	request_id text,
	item_kind text collate "C" not null,
	item_id text collate "C",
	item_name text,
	parents text,
	before text,
	after text,
	details text,
	heads text,
	hash text not null
);

-- What each finds is in the order of the ids. A person and a kind of item together: with one of them alone,
-- whoever did nearly everything and hardly touched a kind is looked through from end to end.
create index audit_log_item_id_id on audit_log (item_id, id);
create index audit_log_item_kind_action_id on audit_log (item_kind, action, id);
create index audit_log_actor_action_id on audit_log (actor, action, id);
create index audit_log_actor_item_kind_action_id on audit_log (actor, item_kind, action, id);
create index audit_log_first on audit_log (chain) where seq = 1;

create table audit_heads (
	chain text collate "C" primary key not null,
	seq integer not null,
	hash text not null
);

-- A row follows the last one of its chain, and is the last one from then on.
create function audit_log_follow() returns trigger language plpgsql as $$
begin
	if new.seq = 1 then
		insert into audit_heads (chain, seq, hash) values (new.chain, 1, new.hash);
	else
		update audit_heads set seq = new.seq, hash = new.hash
			where chain = new.chain and seq = new.seq - 1;
		if not found then
			raise exception 'append-only';
		end if;
	end if;
	return new;
end $$;

create trigger audit_log_follows before insert on audit_log
	for each row execute function audit_log_follow();

create trigger audit_log_append_only before update or delete or truncate on audit_log
	execute function refuse_change();

create trigger audit_heads_append_only before delete or truncate on audit_heads
	execute function refuse_change();

create trigger audit_heads_forward before update on audit_heads for each row
	when (new.chain <> old.chain or new.seq <> old.seq + 1) execute function refuse_change();
