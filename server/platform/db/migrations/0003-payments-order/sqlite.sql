-- Pages of the list skip payments in this index; the rows themselves are twenty times as large.
create index payments_by_seq on payments (seq);

-- Searches read this index instead of the rows.
create index payments_by_search on payments (seq, search_key);

-- The time of booking, as `selectBookingTime` in server/features/payments/figures.ts selects it.
create index payments_by_booking on payments (
	coalesce(paid_at, strftime('%Y-%m-%dT%H:%M:%fZ', seq / 1024 / 1000.0, 'unixepoch')), seq);

create index payments_by_update on payments (updated_at, seq);
