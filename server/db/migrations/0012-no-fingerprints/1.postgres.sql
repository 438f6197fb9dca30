-- Contents are compared by SHA-256 only; a file is read twice at most, in one run.
drop index insides_waiting;
alter table insides drop column tries;
alter table insides drop column words;
alter table insides drop column looks;
create index insides_waiting on insides (asked_at) where state = 'waiting';
