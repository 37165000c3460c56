-- What a closed account leaves and no feature needs any more: each row as it was, out of the tables that features read.
-- Only an export by staff reads it. It goes with the erasure of the account.
create table restricted_row (
  user_id text not null,
  id bigint generated always as identity,
  of_table text not null,
  row jsonb not null,
  at timestamptz not null,
  primary key (user_id, id)
);
create index restricted_row_of on restricted_row (user_id, of_table);

alter table app_user
  -- Its names are in restricted_row: it is closed, and nothing is left to settle.
  add column restricted_at timestamptz,
  -- The driver was told then that an account that nobody uses is closed.
  add column inactive_warned_at timestamptz;
-- The accounts that the job of the night looks at.
create index app_user_closed on app_user (id) where deactivated_at is not null and erased_at is null;
