-- What was done, by whom: append-only, in chains whose last rows are kept apart.

-- Whole rows in the order of their ids: one page less to write than with row ids beside them.
create table audit_log (
	id text primary key not null,
	chain text not null,
	seq integer not null,
	at text not null,
	action text not null,
	actor text not null,
	actor_name text not null,
	actor_role text,
	address text,
	request_id text,
	item_kind text not null,
	item_id text,
	item_name text,
	parents text,
	before text,
	after text,
	details text,
	heads text,
	hash text not null
) strict, without rowid;

-- What each finds is in the order of the ids. A person and a kind of item together: with one of them alone,
-- whoever did nearly everything and hardly touched a kind is looked through from end to end.
create index audit_log_item_id_id on audit_log (item_id, id);
create index audit_log_item_kind_action_id on audit_log (item_kind, action, id);
create index audit_log_actor_action_id on audit_log (actor, action, id);
create index audit_log_actor_item_kind_action_id on audit_log (actor, item_kind, action, id);
create index audit_log_first on audit_log (chain) where seq = 1;

create table audit_heads (
	chain text primary key not null,
	seq integer not null,
	hash text not null
) strict, without rowid;

-- A row follows the last one of its chain, and is the last one from then on.
create trigger audit_log_follows before insert on audit_log
when new.seq <> 1 + coalesce((select seq from audit_heads where chain = new.chain), 0)
begin select raise(abort, 'append-only'); end;

create trigger audit_log_head after insert on audit_log begin
	insert into audit_heads (chain, seq, hash) values (new.chain, new.seq, new.hash)
	on conflict (chain) do update set seq = excluded.seq, hash = excluded.hash;
end;

create trigger audit_log_no_update before update on audit_log begin select raise(abort, 'append-only'); end;
create trigger audit_log_no_delete before delete on audit_log begin select raise(abort, 'append-only'); end;
create trigger audit_heads_no_delete before delete on audit_heads begin select raise(abort, 'append-only'); end;

create trigger audit_heads_forward before update on audit_heads
when new.chain <> old.chain or new.seq <> old.seq + 1 begin select raise(abort, 'append-only'); end;
