-- How many accounts last changed on a day (UTC), which OCPI's GET tokens names as its total: kept by the trigger below.
-- Eight rows a day, so that sign-ups rarely wait for each other.
create table account_count (
  day date not null,
  slot smallint not null,
  total int not null,
  primary key (day, slot)
) with (fillfactor = 50);

create function account_count_keep() returns trigger language plpgsql as $$
begin
  insert into account_count as c (day, slot, total)
    select day, slot, sum(total) from (
      select (greatest(old.created_at, old.deactivated_at) at time zone 'UTC')::date as day,
        hashtext(old.id) & 7 as slot, -1 as total where tg_op <> 'INSERT'
      union all
      select (greatest(new.created_at, new.deactivated_at) at time zone 'UTC')::date,
        hashtext(new.id) & 7, 1 where tg_op <> 'DELETE') d
    group by 1, 2 having sum(total) <> 0 order by 1, 2
    on conflict (day, slot) do update set total = c.total + excluded.total;
  return null;
end $$;
create trigger account_counted after insert or delete or update of created_at, deactivated_at on app_user
  for each row execute function account_count_keep();

insert into account_count
  select (greatest(created_at, deactivated_at) at time zone 'UTC')::date, hashtext(id) & 7, count(*)
  from app_user group by 1, 2;
