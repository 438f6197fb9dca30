-- Payments that a person wrote off, and payments whose booking was taken back (`void`). SQLite cannot change a check.
create table payments_next (
	-- The order of the list: milliseconds since 1970 times 1,024, plus a tie-breaker.
	seq integer primary key not null,
	id text not null unique,
	-- The source: our payment request, a payment by hand, the sample data, or only a statement.
	origin text not null check (origin in ('stk', 'c2b', 'sample', 'statement')),
	status text not null check (status in ('pending', 'completed', 'failed', 'written_off', 'void')),
	-- Whole shillings.
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
	updated_at text not null,
	-- Folded texts for the search; `search_shown` has no digits that a mask hides.
	search_key text not null default '',
	search_shown text not null default '',
	-- The account of a payment in comparable form: assigned, else typed.
	account text
) strict;

insert into payments_next (seq, id, origin, status, amount, phone, receipt, checkout_request_id, merchant_request_id,
	account_reference, payer_name, description, months, result_code, result_desc, paid_at, start_date, end_date, requested_by,
	version, updated_at, search_key, search_shown, account)
select seq, id, origin, status, amount, phone, receipt, checkout_request_id, merchant_request_id,
	account_reference, payer_name, description, months, result_code, result_desc, paid_at, start_date, end_date, requested_by,
	version, updated_at, search_key, search_shown, account
from payments;

drop table payments;
alter table payments_next rename to payments;

create index payments_by_status on payments (status, seq);
create index payments_by_phone on payments (phone, seq);
create index payments_by_paid_at on payments (paid_at);
create index payments_by_failure on payments (result_code, seq) where status = 'failed';
create index payments_without_months on payments (seq)
	where status = 'completed' and months is null and origin in ('c2b', 'statement');
-- Completed payments without a receipt are few. Otherwise SQLite takes the index of receipts, which has every failed
-- payment too; hence the constant columns.
create index payments_receipt_awaited on payments (status, receipt, seq)
	where status = 'completed' and receipt is null;
-- For suggestions of similar references.
create index payments_by_reference on payments (lower(account_reference)) where account_reference is not null;
create index payments_account on payments (account, seq) where account is not null;
-- Pages of the list skip payments in this index; the rows themselves are twenty times as large.
create index payments_by_seq on payments (seq);
-- Searches read this index instead of the rows.
create index payments_by_search on payments (seq, search_key);
-- The time of booking, as `selectBookingTime` in server/features/payments/figures.ts selects it.
create index payments_by_booking on payments (
	coalesce(paid_at, strftime('%Y-%m-%dT%H:%M:%fZ', seq / 1024 / 1000.0, 'unixepoch')), seq);
create index payments_by_update on payments (updated_at, seq);
