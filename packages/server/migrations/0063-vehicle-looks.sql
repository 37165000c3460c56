-- The body of a model, for its drawing. Null: not known, and most of its kind are drawn.
alter table vehicle_model add column body_type text;
-- The paint that the driver chose, and whether the plate is a commercial one. What is not known of a vehicle that was
-- typed by hand is null: the release before answers its driver with an error until it is replaced.
alter table vehicle
  add column paint text,
  add column commercial boolean not null default false,
  alter column battery_capacity drop not null,
  alter column range drop not null;
alter table company_vehicle
  alter column battery_capacity drop not null,
  alter column range drop not null;
