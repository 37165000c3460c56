-- By what rows are deleted that have reached their age (composition/retention.ts).
create index refresh_token_age on refresh_token (expires_at);
create index otp_challenge_age on otp_challenge (created_at);
create index otp_failure_age on otp_failure (at);
create index message_age on message (created_at);
create index notification_age on notification (created_at);
create index token_authorization_age on token_authorization (created_at);
create index operator_command_age on operator_command (created_at);
create index inbox_age on inbox (received_at);
