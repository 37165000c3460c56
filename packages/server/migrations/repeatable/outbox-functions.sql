-- What looks for due rows of the outbox. In a function because PostgreSQL would otherwise plan the statement anew each time: it
-- takes a plan for all days for dearer than one for the days that are given, and so keeps none. Applied again whenever this
-- text has changed; the rules for changing it are in ledger-functions.sql.

-- The queues among those given in which a row is due and not leased. Unfinished rows are of the days from `p_since` until
-- `p_until`, or stand for one thing (0039) and are of 1970.
create or replace function due_outbox_queues(
  p_queues text[], p_now timestamptz, p_since timestamptz, p_until timestamptz
) returns setof text language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return query
  select name from unnest(p_queues) name where exists (
    select from outbox o
    where o.queue = name and o.done_at is null
      and (o.created_at = '1970-01-01 UTC' or o.created_at >= p_since and o.created_at < p_until)
      and o.due_at <= p_now and (o.leased_until is null or o.leased_until <= p_now));
end $$;
