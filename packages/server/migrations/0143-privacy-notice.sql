-- Versions of the privacy notice, each by what it says (section 5 of the DPDP Act 2023). The same facts are the same
-- version, so that replicas of one release agree, and settings that are put back ask nobody again.
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
