-- Number and sum of the payments of a month, by status. Days and reasons are counted from the payments.
create table payment_months (
	month integer not null,
	status text collate "C" not null,
	n bigint not null,
	amount bigint not null,
	constraint payment_months_key primary key (month, status)
);

insert into payment_months select bucket, label, n, amount from payment_counts where scope = 1;

drop table payment_counts;

create index payments_by_failure on payments (result_code, seq) where status = 'failed';
