-- Foreign keys to payments. No payment is deleted any more: one whose booking is taken back, or that is merged into
-- another, becomes void.
alter table payments add column merged_into text collate "C" references payments (id);

update payments set merged_into = (select e.note from payment_events as e
		where e.payment_id = payments.id and e.cause = 'merged' and exists (select 1 from payments as p where p.id = e.note))
	where status = 'void';

create index payments_merged on payments (seq) where merged_into is not null;

alter table decisions add foreign key (payment_id) references payments (id);
alter table payment_outcomes add foreign key (payment_id) references payments (id);
alter table payment_events add foreign key (payment_id) references payments (id);
alter table payment_checks add foreign key (payment_id) references payments (id);
