-- Money that was decided to be given back, and is no payment of ours, is given back by a decision about that decision.
alter table decisions drop constraint decisions_about_kind_check;
alter table decisions add constraint decisions_about_kind_check
	check (about_kind in ('payment', 'delivery', 'line', 'receipt', 'account', 'change', 'decision'));

-- A delivery, a line, a receipt, a change and a decision have at most one decision that counts.
drop index decisions_one;
create unique index decisions_one on decisions (about_kind, about_id)
	where withdrawn_at is null and about_kind in ('delivery', 'line', 'receipt', 'change', 'decision');
