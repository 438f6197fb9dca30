-- Counts of rate-limiter-flexible take the place of ours. Not logged: a crash of PostgreSQL starts them again.
drop table attempts;
drop table request_counts;

create unlogged table rate_limits (
	key varchar(255) primary key,
	points integer not null default 0,
	expire bigint
);

create index rate_limits_expire on rate_limits (expire);

delete from settings where name = 'secret_in_use';
