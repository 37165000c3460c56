-- Set: nobody is behind this account any more. Its number is free, and its row stands for what the books still name.
alter table app_user add column erased_at timestamptz;

-- Which accounts were erased, on whose case: the same case for the same number is the same erasure. The number itself is
-- kept as a salted slow hash alone.
create table erasure (
  user_id text primary key,
  reference text not null unique,
  mobile_salt bytea not null,
  mobile_hash bytea not null,
  -- Rows that went or were emptied, by what they were.
  erased jsonb not null,
  erased_at timestamptz not null
);
create trigger erasure_append_only before update or delete or truncate on erasure
  for each statement execute function desk_refuse_change();
