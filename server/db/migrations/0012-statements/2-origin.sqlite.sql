-- A payment can be known by a statement alone. A check of SQLite's is part of its table, which is made anew with it.
create table payments_with_statements (
	-- The order of the list in one number: its moment in milliseconds times 1,024, and a tie-breaker.
	seq integer primary key not null,
	id text not null unique,
	origin text not null check (origin in ('stk', 'c2b', 'sample', 'statement')),
	status text not null check (status in ('pending', 'completed', 'failed')),
	amount integer not null check (amount > 0),
	phone text,
	receipt text unique,
	checkout_request_id text unique,
	merchant_request_id text unique,
	account_reference text,
	payer_name text,
	description text,
	months integer,
	result_code text,
	result_desc text,
	paid_at text,
	start_date text,
	end_date text,
	requested_by text,
	version integer not null default 1,
	updated_at text not null
) strict;

insert into payments_with_statements select * from payments;

drop table payments;

alter table payments_with_statements rename to payments;

create index payments_by_status on payments (status, seq);
create index payments_by_phone on payments (phone, seq);

-- Payments whose receipt has not arrived are few among many. With columns that are all the same, since
-- SQLite takes the index of receipts otherwise, which has every failed payment too.
create index payments_receipt_awaited on payments (status, receipt, seq)
	where status = 'completed' and receipt is null;

create trigger payments_search_insert after insert on payments begin
	insert into payments_search (rowid, text) values (new.seq, lower(
		coalesce(new.receipt, '') || char(10) || coalesce(new.phone, '') || char(10) ||
		coalesce(new.checkout_request_id, '') || char(10) || coalesce(new.merchant_request_id, '') || char(10) ||
		coalesce(new.account_reference, '') || char(10) || coalesce(new.payer_name, '')));
end;

create trigger payments_search_delete after delete on payments begin delete from payments_search where rowid = old.seq; end;

create trigger payments_search_update after update of
	receipt, phone, checkout_request_id, merchant_request_id, account_reference, payer_name on payments
when new.receipt is not old.receipt or new.phone is not old.phone
	or new.checkout_request_id is not old.checkout_request_id
	or new.merchant_request_id is not old.merchant_request_id
	or new.account_reference is not old.account_reference or new.payer_name is not old.payer_name
begin
	delete from payments_search where rowid = old.seq;
	insert into payments_search (rowid, text) values (new.seq, lower(
		coalesce(new.receipt, '') || char(10) || coalesce(new.phone, '') || char(10) ||
		coalesce(new.checkout_request_id, '') || char(10) || coalesce(new.merchant_request_id, '') || char(10) ||
		coalesce(new.account_reference, '') || char(10) || coalesce(new.payer_name, '')));
end;
