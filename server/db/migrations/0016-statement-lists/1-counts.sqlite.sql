-- How many lines a statement has, and how many of them it brought; null for those taken in before this was kept.
alter table statements add column lines integer;
alter table statements add column new_lines integer;
