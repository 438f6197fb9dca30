-- The kind of an item, in operations on items of several kinds; null means the kind of the operation.
alter table operation_rows add column kind text;
