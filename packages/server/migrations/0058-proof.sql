-- How a start ended, as it stands in `evse_start_day` (decision 0016). Null: it is not counted.
alter table session add column counted text;

-- Starts of an EVSE by the day (UTC) they were asked for: how many worked, and how many failed by the charger's or its
-- operator's fault. Nothing in it leads to a driver.
create table evse_start_day (
  location_id text not null,
  evse_uid text not null,
  day date not null,
  worked int not null,
  failed int not null,
  primary key (location_id, evse_uid, day)
);
create index evse_start_day_age on evse_start_day (day);

-- When the last charge that delivered energy ended, to the quarter of an hour, and its highest power.
create table evse_last_charge (
  location_id text not null,
  evse_uid text not null,
  at timestamptz not null,
  -- kW, whole; null: the operator told none
  power_kw int,
  primary key (location_id, evse_uid)
);
