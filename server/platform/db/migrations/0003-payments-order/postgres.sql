-- The time of booking, as `selectBookingTime` in server/features/payments/figures.ts selects it.
create index payments_by_booking on payments (coalesce(paid_at, to_timestamp(seq / 1024 / 1000.0)), seq);

create index payments_by_update on payments (updated_at, seq);
