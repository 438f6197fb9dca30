-- A boolean, as on SQLite.

alter table mpesa_messages drop constraint mpesa_messages_trusted_check;
alter table mpesa_messages alter column trusted type boolean using trusted = 1;
