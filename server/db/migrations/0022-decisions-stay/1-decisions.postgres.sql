-- A decision is never changed but for being taken back, once.
create trigger reconciliation_decisions_no_update before update on reconciliation_decisions for each row
	when (old.withdrawn_at is not null or new.withdrawn_at is null or new.withdrawn_by is null
		or (new.id, new.item_id, new.at, new.decided, new.payment_id, new.reason, new.actor, new.actor_name)
			is distinct from
			(old.id, old.item_id, old.at, old.decided, old.payment_id, old.reason, old.actor, old.actor_name))
	execute function refuse_change();

create trigger reconciliation_decisions_no_delete before delete or truncate on reconciliation_decisions
	execute function refuse_change();
