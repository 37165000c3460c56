-- Members of the staff who sign in to the console with the company's own OpenID provider instead of a passkey: the
-- account is issuer and `sub`, and belongs to one member.
create table staff_openid (
  issuer text not null,
  sub text not null,
  name text not null unique,
  created_at timestamptz not null,
  primary key (issuer, sub)
);

alter table staff_session add column by_openid boolean not null default false;
