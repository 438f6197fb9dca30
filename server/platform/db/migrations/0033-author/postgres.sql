-- A role for writers who may not publish.

alter table people drop constraint people_role_check;
alter table people add constraint people_role check (role in ('admin', 'editor', 'author', 'finance', 'viewer'));
