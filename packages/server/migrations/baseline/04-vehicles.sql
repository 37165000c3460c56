create table vehicle (
  user_id text not null,
  id text not null,
  is_primary boolean not null,
  make text not null,
  model text not null,
  variant text not null default '',
  vehicle_type text not null check (vehicle_type in ('TWO_WHEELER', 'THREE_WHEELER', 'FOUR_WHEELER')),
  -- kWh, km, kW, kW. Null: not known.
  battery_capacity double precision,
  range double precision,
  max_dc_intake double precision,
  onboard_charger_capacity double precision,
  -- OCPI connector standards. Null: saved before they were asked for, and the usual ones of its type count.
  inlets text[],
  adapters text[] not null default '{}',
  -- kW that it took in its own charging sessions, where nobody states its power. Null: not seen yet (decision 0017).
  seen_ac_kw double precision,
  seen_dc_kw double precision,
  -- What it took of DC at each state of charge, as points of percent and kW. Null: too little is known (decision 0017).
  seen_curve jsonb,
  -- The paint that the driver chose, and whether the plate is a commercial one.
  paint text,
  commercial boolean not null default false,
  registration text,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create unique index vehicle_one_primary on vehicle (user_id) where is_primary;

-- What a driver said of a vehicle for a plan, the last 50: what it uses is learnt from them.
create table vehicle_reading (
  user_id text not null,
  vehicle_id text not null,
  at timestamptz not null,
  odometer_km int not null,
  percent int not null,
  primary key (user_id, vehicle_id, odometer_km)
);

-- Models to fill in a driver's vehicle from. Rows come from the data file; what staff wrote stays as it is.
create table vehicle_model (
  id text primary key,
  make text not null,
  model text not null,
  variant text not null default '',
  vehicle_type text not null check (vehicle_type in ('TWO_WHEELER', 'THREE_WHEELER', 'FOUR_WHEELER')),
  -- The body, for its drawing. Null: not known, and the most usual one of its type is drawn.
  body_type text,
  from_year integer,
  to_year integer,
  -- kWh, km on a full battery as certified or claimed by the maker, kW.
  battery_capacity double precision not null check (battery_capacity > 0),
  range double precision not null check (range > 0),
  real_range double precision,
  max_dc_intake double precision check (max_dc_intake > 0),
  onboard_charger_capacity double precision check (onboard_charger_capacity > 0),
  -- OCPI connector standards.
  inlets text[] not null,
  -- Fields that no source states: null there means not known, elsewhere that it has none.
  unknown text[] not null,
  sales_rank integer,
  confidence text not null default 'MEDIUM',
  source text not null,
  source_date date not null,
  -- The member of the staff; null: the data file.
  written_by text,
  removed boolean not null default false,
  updated_at timestamptz not null
);
create unique index vehicle_model_variant on vehicle_model (lower(make), lower(model), lower(variant));
