-- An update that changes no column of an index stays on its page and writes no index. Running sessions change every 30
-- seconds, their `version` and `last_updated` each time, so no index may contain these (decision 0012).

-- The version of a session that has ended; null while it is open. Streams look for both.
alter table session add column ended_version bigint;

-- The release before writes no such column.
create function fill_ended_version() returns trigger language plpgsql as $$
begin
  new.ended_version := case when not new.open then new.version end;
  return new;
end $$;
create trigger ended_version_filled before insert or update on session
  for each row when (new.ended_version is distinct from case when not new.open then new.version end)
  execute function fill_ended_version();

-- What a stream may have missed before this release: a version is in µs. One that resumes from
-- longer ago does not learn what ended then.
update session set ended_version = version
  where not open and version > (extract(epoch from now() - interval '2 days') * 1000000)::bigint;

create index session_ended on session (user_id, ended_version) where ended_version is not null;
drop index session_changed;
-- Room on each page for the next state of its rows.
alter table session set (fillfactor = 70);

-- When a partner first announced a session. By it old ones are found, in place of `last_updated`.
alter table partner_session add column announced_on date not null default current_date;
update partner_session set announced_on = last_updated::date;
create index partner_session_announced on partner_session (announced_on);
drop index partner_session_age;
alter table partner_session set (fillfactor = 80);
