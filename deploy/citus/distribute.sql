-- Spreads the database over several PostgreSQL with Citus, by driver. Applied once, as a superuser, to a migrated
-- database whose coordinator is in its own metadata (citus_set_coordinator_host), while no replica runs: each reads at
-- its start where outbox rows lie. Replicas then run with SESSION_UPDATES_TOGETHER=1. Not run against Citus: none was at
-- hand. A test runs this file against PostgreSQL, with these functions noting what they were told, and checks Citus's
-- rules on what it leaves: packages/lab/citus. What is in the way: docs/operations/scaling.md

-- Row triggers that only refuse a change do the same on every shard. Those that note the transaction (written_by) note the
-- one of their machine; replicas read them where they are connected.
set citus.enable_unsafe_triggers = on;

-- 1. Unique indexes without the driver. Ids are random and made by the service; their keys are unique by driver.
alter table account_audit drop constraint account_audit_pkey, add primary key (user_id, id);
drop index file_record_id;
drop index ticket_id;
drop index withdrawal_refund_id;
-- A number is given once by its series, which is one row, locked.
alter table invoice drop constraint invoice_pkey, add primary key (user_id, number);
-- Its key has the same, and is filled by this release, as is a session's ended_version: the one before must not run any
-- more.
drop index partner_session_natural;
drop trigger key_filled on partner_session;
drop trigger ended_version_filled on session;
-- This release seals what it issues itself (issue_invoice), from the coordinator.
drop trigger invoice_sealed on invoice;
-- payment_order has it: one order id, one row.
drop index top_up_order;
drop trigger payment_order_kept on top_up;
-- An id of the outbox stands for one thing, which is always the same driver's.
alter table outbox drop constraint outbox_pkey, add primary key (created_at, shard, id);

-- 2. On every machine: small, or read with everything, or asked for by another key than the driver.
select create_reference_table('company');
select create_reference_table('app_user');
select create_reference_table('privacy_notice');
select create_reference_table('operator');
select create_reference_table('operator_invoice');
select create_reference_table('partner_party');
select create_reference_table('location');
select create_reference_table('evse');
select create_reference_table('tariff');
select create_reference_table('retail_rule');
select create_reference_table('planned_retail_rule');
select create_reference_table('tax_rate');
select create_reference_table('books_month');
select create_reference_table('customer_money_day');
select create_reference_table('gateway_settlement');
select create_reference_table('gateway_settlement_line');
select create_reference_table('gateway_unsettled_payment');
-- By id, by reference, and with a driver's ledger when it is checked.
select create_reference_table('desk_approval');
select create_reference_table('whitelist_entry');

-- 3. By driver, all of a driver on one machine.
select create_distributed_table('session', 'user_id', colocate_with => 'none');
select create_distributed_table('meter_value', 'user_id', colocate_with => 'session');
select create_distributed_table('meter_evidence', 'user_id', colocate_with => 'session');
select create_distributed_table('cdr', 'user_id', colocate_with => 'session');
select create_distributed_table('cdr_dispute', 'user_id', colocate_with => 'session');
select create_distributed_table('provisional_bill', 'user_id', colocate_with => 'session');
select create_distributed_table('invoice', 'user_id', colocate_with => 'session');
select create_distributed_table('gst_document', 'user_id', colocate_with => 'session');
select create_distributed_table('session_rating', 'user_id', colocate_with => 'session');
select create_distributed_table('ledger_wallet', 'owner', colocate_with => 'session');
select create_distributed_table('ledger_account', 'owner', colocate_with => 'session');
select create_distributed_table('ledger_transfer', 'scope', colocate_with => 'session');
select create_distributed_table('ledger_hold', 'user_id', colocate_with => 'session');
select create_distributed_table('top_up', 'user_id', colocate_with => 'session');
select create_distributed_table('wallet_payment', 'user_id', colocate_with => 'session');
select create_distributed_table('withdrawal', 'user_id', colocate_with => 'session');
select create_distributed_table('withdrawal_refund', 'user_id', colocate_with => 'session');
select create_distributed_table('wallet_closure', 'user_id', colocate_with => 'session');
select create_distributed_table('sign_in', 'user_id', colocate_with => 'session');
select create_distributed_table('refresh_token', 'user_id', colocate_with => 'session');
select create_distributed_table('account_audit', 'user_id', colocate_with => 'session');
select create_distributed_table('vehicle', 'user_id', colocate_with => 'session');
select create_distributed_table('favourite', 'user_id', colocate_with => 'session');
select create_distributed_table('station_watch', 'user_id', colocate_with => 'session');
select create_distributed_table('notification', 'user_id', colocate_with => 'session');
select create_distributed_table('notification_preference', 'user_id', colocate_with => 'session');
select create_distributed_table('quiet_hours', 'user_id', colocate_with => 'session');
select create_distributed_table('driver_language', 'user_id', colocate_with => 'session');
select create_distributed_table('ticket', 'user_id', colocate_with => 'session');
select create_distributed_table('ticket_message', 'user_id', colocate_with => 'session');
select create_distributed_table('file_record', 'user_id', colocate_with => 'session');
select create_distributed_table('file_try', 'user_id', colocate_with => 'session');
select create_distributed_table('check_in', 'user_id', colocate_with => 'session');
select create_distributed_table('check_in_report', 'user_id', colocate_with => 'session');
select create_distributed_table('vehicle_reading', 'user_id', colocate_with => 'session');
select create_distributed_table('trip', 'user_id', colocate_with => 'session');
select create_distributed_table('trip_place', 'user_id', colocate_with => 'session');
select create_distributed_table('consent', 'user_id', colocate_with => 'session');
select create_distributed_table('nominee', 'user_id', colocate_with => 'session');
select create_distributed_table('trip_stop_watch', 'user_id', colocate_with => 'session');
select create_distributed_table('restricted_row', 'user_id', colocate_with => 'session');
select create_distributed_table('breach_person', 'user_id', colocate_with => 'session');

-- The outbox, each row beside its driver. A claim reads one shard, and names it by a key that lies there. Keys are given
-- before the rows move: what waits must be found under the same key when it is asked for again.
insert into outbox_shard (shard, key)
select distinct on (1) get_shard_id_for_distribution_column('session', n::text), n::text
from generate_series(1, 100000) n order by 1, n;
update outbox o set shard = s.key from outbox_shard s
where o.done_at is null and o.payload ->> 'userId' is not null
  and s.shard = get_shard_id_for_distribution_column('session', o.payload ->> 'userId');
select create_distributed_table('outbox', 'shard', colocate_with => 'session');
select create_reference_table('outbox_shard');

-- 4. By a key of their own: what says which driver a foreign id belongs to, and what is asked for by its id.
select create_distributed_table('session_reference', 'key', colocate_with => 'none');
select create_distributed_table('partner_session', 'key', colocate_with => 'none');
select create_distributed_table('payment_order', 'order_id', colocate_with => 'none');
select create_distributed_table('trip_share', 'key', colocate_with => 'none');
select create_distributed_table('inbox', 'key', colocate_with => 'none');
select create_distributed_table('operator_command', 'id', colocate_with => 'none');
select create_distributed_table('operator_cost', 'cdr_id', colocate_with => 'none');
select create_reference_table('driver_token');
select create_distributed_table('operator_invoice_line', 'cdr_id', colocate_with => 'operator_cost');
select create_distributed_table('token_authorization', 'id', colocate_with => 'none');
select create_distributed_table('message', 'id', colocate_with => 'none');
select create_distributed_table('message_attempt', 'message_id', colocate_with => 'message');
select create_distributed_table('message_count', 'recipient', colocate_with => 'none');
select create_distributed_table('ocpi_log', 'id', colocate_with => 'none');

-- 5. On the coordinator alone. First what is busy, and limits how far this goes.
select citus_add_local_table_to_metadata('company_charge');
select citus_add_local_table_to_metadata('company_month');
select citus_add_local_table_to_metadata('invoice_series');
select citus_add_local_table_to_metadata('invoice_seal');
select citus_add_local_table_to_metadata('device_token');
select citus_add_local_table_to_metadata('otp_challenge');
select citus_add_local_table_to_metadata('otp_failure');
select citus_add_local_table_to_metadata('stop_lead');
select citus_add_local_table_to_metadata('evse_state_interval');
-- Then what is rare or small.
select citus_add_local_table_to_metadata('app_version');
select citus_add_local_table_to_metadata('built_in_text');
select citus_add_local_table_to_metadata('company_number');
select citus_add_local_table_to_metadata('company_number_limit');
select citus_add_local_table_to_metadata('company_vehicle');
select citus_add_local_table_to_metadata('custom_message');
select citus_add_local_table_to_metadata('desk_audit');
select citus_add_local_table_to_metadata('desk_read');
select citus_add_local_table_to_metadata('desk_credential');
select citus_add_local_table_to_metadata('erasure');
select citus_add_local_table_to_metadata('breach');
select citus_add_local_table_to_metadata('kysely_migration');
select citus_add_local_table_to_metadata('gateway_report');
select citus_add_local_table_to_metadata('lease');
select citus_add_local_table_to_metadata('scheduled_task');
select citus_add_local_table_to_metadata('account_count');
select citus_add_local_table_to_metadata('answer_template');
select citus_add_local_table_to_metadata('evse_day');
select citus_add_local_table_to_metadata('evse_hour');
select citus_add_local_table_to_metadata('evse_hour_day');
select citus_add_local_table_to_metadata('evse_last_charge');
select citus_add_local_table_to_metadata('evse_start_day');
select citus_add_local_table_to_metadata('operator_finding');
select citus_add_local_table_to_metadata('operator_silence');
select citus_add_local_table_to_metadata('operator_pull');
select citus_add_local_table_to_metadata('parked_credit');
select citus_add_local_table_to_metadata('partitioned_table');
select citus_add_local_table_to_metadata('passkey');
select citus_add_local_table_to_metadata('passkey_challenge_used');
select citus_add_local_table_to_metadata('payment_dispute');
select citus_add_local_table_to_metadata('quarantined_cdr');
select citus_add_local_table_to_metadata('repeatable_migration');
select citus_add_local_table_to_metadata('seller');
select citus_add_local_table_to_metadata('sent_message');
select citus_add_local_table_to_metadata('setting');
select citus_add_local_table_to_metadata('signing_key');
select citus_add_local_table_to_metadata('social_attempt');
select citus_add_local_table_to_metadata('social_identity');
select citus_add_local_table_to_metadata('staff');
select citus_add_local_table_to_metadata('staff_invitation');
select citus_add_local_table_to_metadata('staff_openid');
select citus_add_local_table_to_metadata('staff_passkey');
select citus_add_local_table_to_metadata('staff_session');
select citus_add_local_table_to_metadata('station_problem');
select citus_add_local_table_to_metadata('support_information');
select citus_add_local_table_to_metadata('vehicle_model');
