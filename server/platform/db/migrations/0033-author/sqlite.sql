-- A role for writers who may not publish. SQLite cannot drop the check of a column without the column.

alter table people add column new_role text;
update people set new_role = role;
alter table people drop column role;
alter table people rename column new_role to role;
alter table people alter column role set not null;
alter table people add constraint people_role check (role in ('admin', 'editor', 'author', 'finance', 'viewer'));
