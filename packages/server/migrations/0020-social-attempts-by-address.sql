-- Who began: an address has only so many tries in an hour. Of rows from before nobody knows.
alter table social_attempt add column address text not null default '';
create index social_attempt_address on social_attempt (address, created_at);
