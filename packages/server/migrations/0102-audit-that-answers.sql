-- Reads of the back office by day: lists and polls are only counted; of one driver's data the first look within a
-- quarter of an hour is a line of desk_audit as well (noted_at). `subject`: the path's parameters; empty for a list.
create table desk_read (
  day date not null,
  credential text not null,
  route text not null,
  subject jsonb not null default '{}',
  reads int not null default 1,
  last_at timestamptz not null,
  noted_at timestamptz not null,
  -- Which of the reads that was.
  noted_read int not null default 1,
  primary key (day, credential, route, subject)
);
-- Who looks at a ticket now.
create index desk_read_of_subject on desk_read ((subject ->> 'id'), last_at);
-- desk_audit_ticket_reads goes when the release before does not run any more.

-- By the id of what was looked at or changed, wherever it stands in the input.
create index desk_audit_object on desk_audit using gin (parameters);
create index desk_audit_at on desk_audit (at);

-- Each row carries the hash of the one before: who changes or takes out a row in the database breaks the chain there.
-- Rows from before have none.
alter table desk_audit add column prior bytea, add column hash bytea;

create function desk_audit_hash(a desk_audit) returns bytea language sql immutable as $$
  select sha256(convert_to(jsonb_build_array(a.id, extract(epoch from a.at)::text, a.credential, a.method, a.route,
    a.parameters, a.outcome, a.request_id, encode(a.prior, 'hex'))::text, 'UTF8'))
$$;
create function desk_audit_chain() returns trigger language plpgsql as $$
begin
  -- One after the other until each commits, so that the order of ids is that of the chain.
  perform pg_advisory_xact_lock(hashtextextended('desk_audit', 17));
  new.id := nextval(pg_get_serial_sequence('desk_audit', 'id'));
  new.prior := (select coalesce(hash, '\x') from desk_audit order by id desc limit 1);
  new.hash := desk_audit_hash(new);
  return new;
end $$;
create trigger desk_audit_chained before insert on desk_audit for each row execute function desk_audit_chain();

-- Rows go by age alone, and only where the work that forgets says so.
create function desk_audit_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('voltmarg.forgets', true) = 'desk_audit' then return null; end if;
  raise exception '% is written once', tg_table_name using errcode = 'VM004';
end $$;
create or replace trigger desk_audit_append_only before update or delete or truncate on desk_audit
  for each statement execute function desk_audit_keep();
