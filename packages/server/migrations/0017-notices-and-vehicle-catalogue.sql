-- From when on a channel may carry a notification further; null: the driver does not want it there.
alter table notification
  add column push_due_at timestamptz,
  add column mail_due_at timestamptz;

-- Models to fill a driver's vehicle from. Rows come from the data file; what the desk has written is left as it is.
create table vehicle_model (
  id text primary key,
  make text not null,
  model text not null,
  vehicle_type text not null check (vehicle_type in ('TWO_WHEELER', 'THREE_WHEELER', 'FOUR_WHEELER')),
  -- kWh, km on a full battery as certified or claimed by the maker, kW.
  battery_capacity double precision not null check (battery_capacity > 0),
  range double precision not null check (range > 0),
  max_dc_intake double precision check (max_dc_intake > 0),
  onboard_charger_capacity double precision check (onboard_charger_capacity > 0),
  -- OCPI connector standards it takes.
  inlets text[] not null,
  -- Fields that no source states: null there means not known, elsewhere that it has none.
  unknown text[] not null,
  source text not null,
  source_date date not null,
  -- Who of the desk wrote it; null: the data file.
  written_by text,
  removed boolean not null default false,
  updated_at timestamptz not null
);
create unique index vehicle_model_name on vehicle_model (lower(make), lower(model));
