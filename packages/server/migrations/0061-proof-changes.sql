-- When figures of charges last changed, so that the search index reads only those (decision 0016).
alter table evse_start_day add column changed_at timestamptz not null default now();
create index evse_start_day_changed on evse_start_day (changed_at);
alter table evse_last_charge add column changed_at timestamptz not null default now();
create index evse_last_charge_changed on evse_last_charge (changed_at);
