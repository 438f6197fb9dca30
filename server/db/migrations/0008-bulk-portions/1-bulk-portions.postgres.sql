-- Bulk actions run in requests, for the person who sends each: the worker and what it kept of them go.

drop index operations_open;
alter table operations drop column finished_at;
alter table operations drop column actor_role;
alter table operations drop column address;
alter table operations drop column request_id;
delete from jobs where name = 'Go on with operations';
