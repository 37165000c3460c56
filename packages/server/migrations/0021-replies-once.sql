-- A driver's reply that is sent again because its answer was lost stands in the ticket once.
alter table ticket_message add column idempotency_key text;
create unique index ticket_message_key on ticket_message (user_id, idempotency_key) where idempotency_key is not null;
