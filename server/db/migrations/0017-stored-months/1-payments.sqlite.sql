-- Number and sum of the payments of a month, by status. Days and reasons are counted from the payments.
create table payment_months (
	month integer not null,
	status text not null,
	n integer not null,
	amount integer not null,
	primary key (month, status)
) strict, without rowid;

insert into payment_months select bucket, label, n, amount from payment_counts where scope = 1;

drop table payment_counts;

create index payments_by_failure on payments (result_code, seq) where status = 'failed';
