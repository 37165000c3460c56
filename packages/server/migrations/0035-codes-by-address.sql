-- Wrong codes are counted by number and address. Rows of the release before name none, and count as strangers'.
alter table otp_failure add column address text;
-- Tries from other addresses than the one the code was asked for from have a count of their own.
alter table otp_challenge add column tries_elsewhere int not null default 0;
