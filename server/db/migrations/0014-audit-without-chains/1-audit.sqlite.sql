-- The audit trail is append-only rows, without hash chains. One copy of the table is faster than dropping
-- four of its columns one after the other.
drop trigger audit_log_follows;
drop trigger audit_log_head;
drop trigger audit_log_no_update;
drop trigger audit_log_no_delete;
drop table audit_heads;

create table audit_log_new (
	id text primary key not null,
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
	details text
) strict, without rowid;

insert into audit_log_new
	select id, at, action, actor, actor_name, actor_role, address, request_id, item_kind, item_id, item_name,
		parents, before, after, details from audit_log;

drop table audit_log;
alter table audit_log_new rename to audit_log;

create index audit_log_item_id_id on audit_log (item_id, id);
create index audit_log_item_kind_action_id on audit_log (item_kind, action, id);
create index audit_log_actor_action_id on audit_log (actor, action, id);
create index audit_log_actor_item_kind_action_id on audit_log (actor, item_kind, action, id);

create trigger audit_log_no_update before update on audit_log begin select raise(abort, 'append-only'); end;
create trigger audit_log_no_delete before delete on audit_log begin select raise(abort, 'append-only'); end;

delete from settings where name = 'audit_anchored_at';
