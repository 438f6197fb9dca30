-- The books of a month are found by M-Pesa's time, however far it is from the request.
create index payments_by_paid_at on payments (paid_at);
