-- What an operator sent otherwise than it is read, by kind: where in the object and what is wrong, with one example.
create table operator_finding (
  operator_id text not null,
  module text not null,
  path text not null,
  message text not null,
  outcome text not null,
  count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  object text not null,
  raw text not null,
  primary key (operator_id, module, path, message, outcome)
);

-- How often an operator's lists are pulled whole, learnt from what the last whole pull healed. Null: not learnt yet.
alter table operator add column whole_every_s int, add column whole_healed int, add column whole_of int,
  add column whole_pages int;

-- The desk's own name of an operator, beside the one the operator gave itself; and the first token it was added with, as a
-- hash, so that adding it again is told from adding it with another.
alter table operator add column desk_name text, add column introduced_with text;
