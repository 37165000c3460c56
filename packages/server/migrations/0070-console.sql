-- Lists of the provider's console, over all drivers.
create index session_by_time on session (requested_at, id);
create index session_by_operator on session (operator_id, requested_at, id);
create index session_failed on session (requested_at, id) where failure is not null;
-- What the staff did to one thing: a charge, a bill, a ticket.
create index desk_audit_about on desk_audit ((parameters ->> 'id')) where method <> 'GET';
