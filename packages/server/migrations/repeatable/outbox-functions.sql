-- Functions of the outbox. Applied again whenever this text has changed; the rules for changing it are in
-- ledger-functions.sql. Each statement names one shard: Citus locks rows of one shard only.

-- What looks for due rows is a function because PostgreSQL would otherwise plan the statement anew each time: it takes a
-- plan for all days for dearer than one for the days that are given, and so keeps none.
--
-- The queues among those given in which a row is due and not leased, with its shard. Unfinished rows are of the days from
-- `p_since` until `p_until`, or stand for one thing and are of 1970. Most of the time no row is due in any queue, so
-- that is asked first. Nor may the plan depend on how many rows a day has, as a day is planned for while it is empty: it is
-- read by the index of due times in any case, and the order makes PostgreSQL stop at the first row.
create or replace function due_outbox_shards(
  p_queues text[], p_now timestamptz, p_since timestamptz, p_until timestamptz
) returns table (queue text, shard text) language plpgsql stable set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
begin
  foreach shard in array array(select key from outbox_shard) || array[''] loop
    perform from outbox o
      where o.shard = due_outbox_shards.shard and o.queue = any (p_queues) and o.done_at is null
        and (o.created_at = '1970-01-01 UTC' or o.created_at >= p_since and o.created_at < p_until)
        and o.due_at <= p_now and (o.leased_until is null or o.leased_until <= p_now)
      order by o.queue, o.due_at limit 1;
    continue when not found;
    foreach queue in array p_queues loop
      perform from outbox o
        where o.shard = due_outbox_shards.shard and o.queue = due_outbox_shards.queue and o.done_at is null
          and (o.created_at = '1970-01-01 UTC' or o.created_at >= p_since and o.created_at < p_until)
          and o.due_at <= p_now and (o.leased_until is null or o.leased_until <= p_now)
        order by o.due_at limit 1;
      if found then
        return next;
      end if;
    end loop;
  end loop;
end $$;

-- Leases up to `p_most` due rows of a queue on a shard, except one (`p_but_at`, `p_but`), to a run that has until
-- `p_leased_until`. A function for the same reasons.
create or replace function claim_outbox(
  p_shard text, p_queue text, p_most int, p_now timestamptz, p_leased_until timestamptz, p_since timestamptz,
  p_until timestamptz, p_but_at timestamptz, p_but text
) returns table (
  id text, shard text, topic text, payload jsonb, attempts int, claims int, failures int, created_at timestamptz, trace text,
  first_at timestamptz
) language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  due record;
begin
  for due in
    select o.created_at, o.id from outbox o
    where o.shard = p_shard and o.queue = p_queue and o.done_at is null
      and (o.created_at = '1970-01-01 UTC' or o.created_at >= p_since and o.created_at < p_until)
      and o.due_at <= p_now and (o.leased_until is null or o.leased_until <= p_now)
      and (p_but is null or (o.created_at, o.id) <> (p_but_at, p_but))
    order by o.due_at limit p_most for update skip locked
  loop
    return query
    update outbox o set leased_until = p_leased_until, attempts = o.attempts + 1
    where o.shard = p_shard and o.created_at = due.created_at and o.id = due.id
    returning o.id, o.shard, o.topic, o.payload, o.attempts - o.attempts_before, o.attempts, o.failures, o.created_at, o.trace,
      coalesce(o.first_at, o.created_at);
  end loop;
end $$;

-- Ends the run of a claimed row with an error, or null: it is done (`p_at` null), or due again. A row that was enqueued again
-- meanwhile is not done but due again. Returns whether it is due at `p_now`; no row: another run has claimed it since, with a
-- higher `attempts`, as its lease had expired.
create or replace function end_outbox(
  p_shard text, p_created_at timestamptz, p_id text, p_claims int, p_at timestamptz, p_error text, p_now timestamptz
) returns setof boolean language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
  update outbox o set
    done_at = case when p_at is null and o.again_at is null then p_now end,
    due_at = case when p_at is null then coalesce(o.again_at, o.due_at) else least(p_at, o.again_at) end,
    failures = case when p_at is null then case when o.again_at is null then o.failures else 0 end
      when p_error is null then 0 else o.failures + 1 end,
    again_at = null, last_error = p_error, leased_until = null
  where o.shard = p_shard and o.created_at = p_created_at and o.id = p_id and o.attempts = p_claims and o.done_at is null
  returning o.done_at is null and o.due_at <= p_now;
end $$;

-- Unused since 0.9, as what is in baseline/17-unused.sql: the queues among those given in which a row is due and not leased.
-- Unfinished rows are of the days from `p_since` until `p_until`, or stand for one thing and are of 1970.
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

-- Moves rows that are not done, and that nobody runs, from before an instant to the day of `now`, so many at a time: their
-- days can then be dropped. Rows of 1970 stay: each stands for one thing. Returns how many.
create or replace function carry_outbox(before timestamptz, now timestamptz, most int) returns int language plpgsql as $$
declare
  k text;
  moved int := 0;
  n int;
begin
  foreach k in array array(select key from outbox_shard) || array[''] loop
    with old as (
      select created_at, id from outbox
      where shard = k and done_at is null and created_at > '1970-01-01 UTC' and created_at < before
        and (leased_until is null or leased_until <= now)
      limit most for update skip locked)
    update outbox o set created_at = now, first_at = coalesce(o.first_at, o.created_at)
    from old where o.shard = k and o.created_at = old.created_at and o.id = old.id;
    get diagnostics n = row_count;
    moved := moved + n;
  end loop;
  return moved;
end $$;

-- Drops the oldest day that ended before an instant and has only done rows. One day a transaction: each locks the
-- parent for a moment. Returns its partition; null: there is none left. Done rows of the default partition go by slices.
create or replace function drop_outbox_day(before timestamptz) returns text language plpgsql as $$
declare
  p record;
  k text;
  needed boolean;
begin
  perform pg_advisory_xact_lock(hashtext('ensure_partitions'));
  perform set_config('lock_timeout', '2s', true);
  for p in
    select c.relname as part, b = 'DEFAULT' as is_rest,
      (regexp_match(b, 'TO \(''([^'']+)'))[1]::timestamptz as ends
    from pg_inherits i join pg_class c on c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) b
    where i.inhparent = 'outbox'::regclass order by c.relname
  loop
    if p.is_rest then
      foreach k in array array(select key from outbox_shard) || array[''] loop
        execute format('delete from %I where shard = $2 and (created_at, id) in (select created_at, id from %I
          where shard = $2 and created_at < $1 and done_at is not null limit 20000)', p.part, p.part) using before, k;
      end loop;
    elsif p.ends <= before then
      execute format('select exists (select from %I where done_at is null)', p.part) into needed;
      continue when needed;
      execute format('drop table %I', p.part);
      return p.part;
    end if;
  end loop;
  return null;
end $$;
