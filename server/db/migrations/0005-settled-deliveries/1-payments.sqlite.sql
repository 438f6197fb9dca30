-- Settling the marks of a payment settled its deliveries without saying what they are: they were in no list.
insert into delivery_settlements (message_id, decided, was, payment_id, at, reason, actor, actor_name)
	select o.message_id, 'other', was.outcome, o.payment_id, o.at, coalesce(e.note, 'Settled'), coalesce(e.actor, 'system'),
		coalesce(u.name, 'Settled before this version')
	from payment_outcomes as o
	join mpesa_messages as m on m.id = o.message_id and m.kind in ('stk', 'c2b')
	join payment_outcomes as was on was.id = (select max(before.id) from payment_outcomes as before
		where before.message_id = o.message_id and before.id < o.id)
	left join payment_events as e on e.id = (select max(latest.id) from payment_events as latest
		where latest.payment_id = o.payment_id and latest.cause = 'settled' and latest.at = o.at)
	left join people as u on 'person:' || u.id = e.actor
	where o.outcome = 'settled'
		and was.outcome in ('unknown_request', 'unreadable', 'untrusted', 'amount_mismatch', 'receipt_reused',
			'request_mismatch', 'receipt_differs', 'other_short_code', 'time_ahead', 'amount_too_large', 'other_type', 'cents')
		and not exists (select 1 from payment_outcomes as later where later.message_id = o.message_id and later.id > o.id)
		and not exists (select 1 from delivery_settlements as s where s.message_id = o.message_id)
	order by o.id;
