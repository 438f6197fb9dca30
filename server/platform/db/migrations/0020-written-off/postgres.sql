-- Payments that a person wrote off, and payments whose booking was taken back (`void`).
alter table payments drop constraint payments_status_check;
alter table payments add constraint payments_status_check
	check (status in ('pending', 'completed', 'failed', 'written_off', 'void'));
