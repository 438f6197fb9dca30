-- The audit trail is append-only rows, without hash chains.
drop trigger audit_log_follows on audit_log;
drop function audit_log_follow();
drop table audit_heads;
drop index audit_log_first;

alter table audit_log drop column chain, drop column seq, drop column heads, drop column hash;

delete from settings where name = 'audit_anchored_at';
