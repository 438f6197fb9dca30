-- Why a completed or written-off payment does not count for its account. The server computes the state of all payments again.
alter table payments add column uncounted text collate "C"
	check (uncounted in ('no_plan', 'given_back', 'unassigned', 'written_off'));
update payments set received_at = null where received_at is not null;

-- People also decide about changes of a closed month: `about_id` is the month and the id of the change.
alter table decisions drop constraint decisions_about_kind_check;
alter table decisions add constraint decisions_about_kind_check
	check (about_kind in ('payment', 'delivery', 'line', 'receipt', 'account', 'change'));
-- The first of the assignments of part payments that make a plan together.
alter table decisions add column together bigint references decisions (id);

-- A delivery, a line, a receipt and a change have at most one decision that counts.
drop index decisions_one;
create unique index decisions_one on decisions (about_kind, about_id)
	where withdrawn_at is null and about_kind in ('delivery', 'line', 'receipt', 'change');
create index decisions_together on decisions (together) where together is not null;
