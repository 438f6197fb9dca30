-- Renames the jobs that the Status page shows, so that no row of an old name is reported as overdue.

update jobs set name = 'Delete expired sessions and links' where name = 'Forget what is over';
update jobs set name = 'Delete old stored responses' where name = 'Forget old answers';
update jobs set name = 'Delete unused files' where name = 'Sweep files';
update jobs set name = 'Delete old uploads' where name = 'Forget old intakes';
update jobs set name = 'Delete old bulk actions' where name = 'Forget old operations';
