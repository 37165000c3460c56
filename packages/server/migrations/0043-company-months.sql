-- Paise billed to a company in a month of India's calendar, kept by the trigger below: the sum of company_charge.amount.
create table company_month (
  company_id text not null references company (id),
  -- Empty: all drivers together.
  user_id text not null,
  month date not null,
  billed bigint not null,
  primary key (company_id, user_id, month)
) with (fillfactor = 70);

create function company_month_keep() returns trigger language plpgsql as $$
begin
  -- In the order of the key, so that two bills never wait for each other in a circle.
  insert into company_month as m (company_id, user_id, month, billed)
    select company_id, who, month, sum(amount) from (
      select old.company_id, who, date_trunc('month', old.billed_at at time zone 'Asia/Kolkata')::date as month,
        -old.amount as amount
        from unnest(array['', old.user_id]) who where tg_op <> 'INSERT' and old.billed_at is not null
      union all
      select new.company_id, who, date_trunc('month', new.billed_at at time zone 'Asia/Kolkata')::date, new.amount
        from unnest(array['', new.user_id]) who where tg_op <> 'DELETE' and new.billed_at is not null) d
    group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, 3
    on conflict (company_id, user_id, month) do update set billed = m.billed + excluded.billed;
  return null;
end $$;
create trigger company_month_of_bill after insert or delete or update of billed_at, amount on company_charge
  for each row execute function company_month_keep();

insert into company_month
  select company_id, who, date_trunc('month', billed_at at time zone 'Asia/Kolkata')::date, sum(amount)
  from company_charge, unnest(array['', user_id]) who where billed_at is not null group by 1, 2, 3;
