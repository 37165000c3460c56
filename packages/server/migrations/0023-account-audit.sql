-- What kind of device a sign-in is on, as its browser says, and when it last asked for new tokens.
alter table sign_in
  add column browser text,
  add column system text,
  add column last_seen_at timestamptz;

-- Acts that somebody who takes over an account would do, written in the transaction that does them. Rows are added and
-- never changed.
create table account_audit (
  -- Also their order.
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id text not null,
  act text not null,
  details jsonb not null
);
create index account_audit_user on account_audit (user_id, id desc);
create trigger account_audit_append_only before update or delete or truncate on account_audit
  for each statement execute function desk_refuse_change();
