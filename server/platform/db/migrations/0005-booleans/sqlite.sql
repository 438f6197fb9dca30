-- Because of these checks, queries return the columns as booleans (server/db/sqlite-dialect.ts).

alter table people add constraint people_email_verified check (email_verified in (0, 1));
alter table people add constraint people_two_factor_enabled check (two_factor_enabled in (0, 1));
alter table sessions add constraint sessions_trusted_device check (trusted_device in (0, 1));
alter table second_factors add constraint second_factors_verified check (verified in (0, 1));
alter table api_keys add constraint api_keys_enabled check (enabled in (0, 1));
alter table api_keys add constraint api_keys_rate_limit_enabled check (rate_limit_enabled in (0, 1));
