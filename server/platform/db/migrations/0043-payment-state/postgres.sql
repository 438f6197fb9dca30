-- The state of each payment as columns, which one function writes: see server/features/payments/refresh.ts. A payment
-- without `received_at` is not computed yet; the server does so when it opens the database.
alter table payments add column received_at timestamptz;
-- Whole shillings that were given back, also above the amount of the payment.
alter table payments add column returned_shillings integer not null default 0;
alter table payments add column over_returned text collate "C"
	check (over_returned in ('given_back_twice', 'more_back_than_paid'));
-- The newest assignment, and the decision that wrote the payment off. No foreign keys: decisions refer to payments.
alter table payments add column assignment_id bigint;
alter table payments add column assigned_reference text;
alter table payments add column assigned_months integer;
alter table payments add column write_off_id bigint;
alter table payments add column written_off text collate "C";
alter table payments add column to_assign text collate "C" check (to_assign in ('no_account', 'unknown_account', 'no_plan'));
-- Names of marks, separated by spaces; a payment that is pending and unchecked gets one more at `unresolved_at`.
alter table payments add column marks text collate "C" not null default '';
alter table payments add column unresolved_at timestamptz;
-- A person checked the payment in its present status.
alter table payments add column checked boolean not null default false;
-- The last message that reports this payment as paid and changed nothing.
alter table payments add column reported_message bigint;
-- Another payment of the same phone, account and amount within ten minutes.
alter table payments add column paid_twice text collate "C";

drop index payments_without_months;
drop index payments_receipt_awaited;
create index payments_to_assign on payments (seq) where to_assign is not null;
create index payments_marked on payments (seq) where marks <> '';
create index payments_unresolved on payments (unresolved_at) where unresolved_at is not null;
create index payments_over_returned on payments (seq) where over_returned is not null;
create index payments_paid_twice on payments (paid_twice) where paid_twice is not null;
create index payments_by_payer on payments (phone, amount, seq);
create index payments_not_computed on payments (seq) where received_at is null;

-- The statement line of a refund or reversal, found by its receipt or by a person who said that both are the same money.
alter table decisions add column line_id text collate "C";
-- The refund or reversal that a statement line is the same money as.
alter table decisions add column same_as bigint references decisions (id);
create index decisions_line on decisions (line_id) where line_id is not null;
create index decisions_same_as on decisions (same_as) where same_as is not null;
