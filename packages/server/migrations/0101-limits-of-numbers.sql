-- What a number may spend a month belongs to the company and the number, and stays when the number is taken off the list
-- and listed again. Without a row the company's default holds; null is "no limit", which somebody of finance has said.
create table company_number_limit (
  company_id text not null references company (id),
  mobile text not null,
  monthly_limit bigint check (monthly_limit >= 0),
  primary key (company_id, mobile)
);
-- What a number without a limit of its own may spend. Companies there were before keep what they had: no limit.
alter table company add column number_limit bigint check (number_limit >= 0);
alter table company alter column number_limit set default 1000000;

insert into company_number_limit (company_id, mobile, monthly_limit)
  select company_id, mobile, monthly_limit from company_number where monthly_limit is not null;

-- A replica of the release before still writes a limit where it was.
create function company_number_limit_follow() returns trigger language plpgsql as $$
begin
  insert into company_number_limit (company_id, mobile, monthly_limit)
    values (new.company_id, new.mobile, new.monthly_limit)
    on conflict (company_id, mobile) do update set monthly_limit = excluded.monthly_limit;
  return null;
end $$;
create trigger company_number_limit_follows after update of monthly_limit on company_number
  for each row when (new.monthly_limit is distinct from old.monthly_limit and new.company_id = old.company_id)
  execute function company_number_limit_follow();
