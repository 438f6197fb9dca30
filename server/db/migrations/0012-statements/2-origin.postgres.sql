-- A payment can be known by a statement alone.
alter table payments drop constraint payments_origin_check;
alter table payments add constraint payments_origin_check check (origin in ('stk', 'c2b', 'sample', 'statement'));
