-- What was said over OCPI: one row for each request and its answer, kept by the month (decision 0021).
create table ocpi_log (
  id text not null,
  -- When the request came or left.
  at timestamptz not null,
  operator_id text not null,
  -- IN: the partner asked us; OUT: we asked it.
  direction text not null check (direction in ('IN', 'OUT')),
  method text not null,
  path text not null,
  -- Null: an address that belongs to none.
  module text,
  -- The object's id in OCPI; of commands our command's.
  object_id text,
  -- What joins it to a charge: authorization_reference, session_id or reservation_id of the request.
  reference text,
  -- Null: no answer came, and why.
  http_status int,
  failure text,
  -- OCPI's; null: the answer has none.
  status_code int,
  milliseconds int not null,
  request_id text not null,
  correlation_id text not null,
  -- Null: left out.
  request text,
  answer text,
  -- A body was longer than what is kept of it.
  cut boolean not null,
  primary key (operator_id, at, id)
) partition by range (at);
create table ocpi_log_rest partition of ocpi_log default;
create index ocpi_log_object on ocpi_log (operator_id, object_id, at) where object_id is not null;
create index ocpi_log_reference on ocpi_log (operator_id, reference, at) where reference is not null;
insert into partitioned_table values ('ocpi_log', 'month');

-- Drops the months that ended before an instant, and what older rows the default partition has. Answers the months that
-- went.
create function drop_ocpi_log_months(before timestamptz) returns setof text language plpgsql as $$
declare
  p record;
begin
  perform pg_advisory_xact_lock(hashtext('ensure_partitions'));
  -- The parent is locked for a moment: who writes now comes first, and the next try is a day away.
  perform set_config('lock_timeout', '2s', true);
  for p in
    select c.relname as part, b = 'DEFAULT' as is_rest,
      (regexp_match(b, 'TO \(''([^'']+)'))[1]::timestamptz as ends
    from pg_inherits i join pg_class c on c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) b
    where i.inhparent = 'ocpi_log'::regclass order by c.relname
  loop
    if p.is_rest then
      execute format('delete from %I where at < $1', p.part) using before;
    elsif p.ends <= before then
      execute format('drop table %I', p.part);
      return next p.part;
    end if;
  end loop;
end $$;
