-- The plugs that go into a vehicle. Null: it was saved before they were asked for, and the usual ones of its type count.
alter table vehicle
  add column variant text not null default '',
  add column inlets text[],
  add column adapters text[] not null default '{}';
alter table company_vehicle
  add column variant text not null default '',
  add column inlets text[],
  add column adapters text[] not null default '{}';

-- A model has variants.
alter table vehicle_model
  add column variant text not null default '',
  add column from_year integer,
  add column to_year integer,
  add column real_range double precision,
  add column sales_rank integer,
  add column confidence text not null default 'MEDIUM';
drop index vehicle_model_name;
create unique index vehicle_model_variant on vehicle_model (lower(make), lower(model), lower(variant));
