-- What runs by the clock, each in one replica. The tables of the job library stay for the release before.
create table scheduled_task (
  name text primary key,
  -- The time it ran for last, or was made.
  ran_for timestamptz not null,
  -- Of a run that failed.
  again_at timestamptz,
  last_error text
);
