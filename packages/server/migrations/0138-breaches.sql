-- Breaches of drivers' data that drivers are told of, and who was told by what: the proof that everybody was.
create table breach (
  id text primary key,
  reference text not null unique,
  reason text not null,
  who text not null check (who in ('ALL', 'LISTED', 'ACTIVE')),
  -- Account ids, of LISTED alone.
  drivers text[],
  from_at timestamptz,
  until_at timestamptz,
  phone text not null,
  -- By language.
  texts jsonb not null,
  told_by text not null,
  at timestamptz not null,
  -- The last account, by id, that was told.
  told_until text not null default '',
  finished_at timestamptz,
  -- What came of the messages, written down before they go by age.
  reached int,
  not_reached int
);
create table breach_person (
  user_id text not null,
  breach_id text not null,
  told_at timestamptz not null,
  -- Null: none was sent.
  sms_id text,
  mail_id text,
  primary key (user_id, breach_id)
);
create index breach_person_of on breach_person (breach_id);
