-- A decision is never changed but for being taken back, once.
create trigger reconciliation_decisions_no_update before update on reconciliation_decisions
when old.withdrawn_at is not null or new.withdrawn_at is null or new.withdrawn_by is null
	or new.id is not old.id or new.item_id is not old.item_id or new.at is not old.at
	or new.decided is not old.decided or new.payment_id is not old.payment_id or new.reason is not old.reason
	or new.actor is not old.actor or new.actor_name is not old.actor_name
begin select raise(abort, 'append-only'); end;

create trigger reconciliation_decisions_no_delete before delete on reconciliation_decisions
begin select raise(abort, 'append-only'); end;
