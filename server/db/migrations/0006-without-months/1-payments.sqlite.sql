-- Payments by hand that have no months of their own: until somebody assigns them, nobody has a subscription for them.
create index payments_without_months on payments (seq)
	where status = 'completed' and months is null and origin in ('c2b', 'statement');
