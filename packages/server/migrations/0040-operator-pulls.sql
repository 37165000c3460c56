-- The last pull of an operator's sessions and of its CDRs that charges asked for: one pull answers all of them.
create table operator_pull (
  operator_id text not null,
  module text not null check (module in ('sessions', 'cdrs')),
  -- When the last pull that has ended began, and its date_from.
  began_at timestamptz,
  since timestamptz,
  outcome text,
  -- The earliest date_from that charges asked for since `wanted_from`, and in the time before it.
  wanted timestamptz not null,
  wanted_before timestamptz,
  wanted_from timestamptz not null,
  primary key (operator_id, module)
);
