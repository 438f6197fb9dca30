-- One row for each month that was ever closed, with the figures of its latest closing. A month that waits for a second
-- person becomes open. The audit trail has who closed and reopened months.
create table periods (
	month text primary key not null,
	state text not null check (state in ('open', 'closed')),
	-- When the month was closed or reopened last, why, and by whom.
	at text not null,
	reason text,
	actor text not null,
	actor_name text not null,
	-- JSON; amounts are shillings.
	figures text not null
) strict, without rowid;

insert into periods (month, state, at, reason, actor, actor_name, figures)
select s.month, case s.step when 'close' then 'closed' else 'open' end, s.at, s.reason, s.actor, s.actor_name,
	json_extract(c.figures, '$.figures')
from period_steps as s
join period_steps as c on c.month = s.month and c.n = (
	select max(n) from period_steps where month = s.month and step = 'close')
where s.n = (select max(n) from period_steps where month = s.month and step <> 'review');

drop table period_items;

drop table period_steps;
