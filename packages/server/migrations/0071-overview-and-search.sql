-- What needs somebody now.
create index cdr_dispute_open on cdr_dispute (created_at) where state = 'OPEN';
create index quarantined_cdr_open on quarantined_cdr (received_at) where decision is null;
create index station_problem_open on station_problem (created_at) where closed_at is null;
create index withdrawal_refund_waiting on withdrawal_refund (created_at) where status in ('REQUESTED', 'SENT');
create index withdrawal_refund_failed on withdrawal_refund (created_at) where status = 'FAILED';
create index withdrawal_refund_by_time on withdrawal_refund (created_at, id);
create index top_up_by_time on top_up (created_at, id);
create index top_up_by_status on top_up (status, created_at, id);
-- What the staff search by: the last digits of a number, the beginning of a name, ids of others.
create index app_user_mobile_end on app_user (reverse(mobile) text_pattern_ops);
create index app_user_name on app_user (lower(name) text_pattern_ops) where name is not null;
create index location_name on location (lower(name) text_pattern_ops);
create index session_of_operator on session (ocpi_session_id) where ocpi_session_id is not null;
create index operator_cost_record on operator_cost (ocpi_id);
create index wallet_payment_end on wallet_payment (reverse(payment_id) text_pattern_ops);
