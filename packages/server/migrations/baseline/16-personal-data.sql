-- Versions of the privacy notice, each by what it says (section 5 of the DPDP Act 2023). The same facts are the same version:
-- replicas of one release agree, and settings that are put back ask nobody again.
create table privacy_notice (
  version int primary key generated always as identity,
  -- SHA-256 of `facts`.
  digest text not null unique,
  facts jsonb not null,
  since timestamptz not null
);

-- Who agreed to which version, in which language (section 6). A row is written once, and withdrawn once.
create table consent (
  user_id text not null,
  given_at timestamptz not null,
  version int not null,
  language text not null,
  withdrawn_at timestamptz,
  primary key (user_id, given_at)
);

-- Who may use a driver's rights after their death, or when they cannot themselves (section 14).
create table nominee (
  user_id text primary key,
  name text not null,
  contact text not null,
  named_at timestamptz not null
);

-- What a closed account left and no feature needs any more: each row as it was, out of the tables that features read. Only an
-- export by staff reads it; the erasure of the account deletes it.
create table restricted_row (
  user_id text not null,
  id bigint generated always as identity,
  of_table text not null,
  row jsonb not null,
  at timestamptz not null,
  primary key (user_id, id)
);
create index restricted_row_of on restricted_row (user_id, of_table);

-- Accounts that were erased, and for which case: the same case for the same number is the same erasure. Of the number only a
-- slow salted hash is stored.
create table erasure (
  user_id text primary key,
  reference text not null unique,
  mobile_salt bytea not null,
  mobile_hash bytea not null,
  -- How many rows were deleted or emptied, by what they were.
  erased jsonb not null,
  erased_at timestamptz not null
);
create trigger erasure_append_only before update or delete or truncate on erasure
  for each statement execute function desk_refuse_change();

-- Breaches of drivers' data that drivers are told of, and who was told by which message: the proof that everybody was.
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
  -- What came of the messages, stored before they are deleted by age.
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
