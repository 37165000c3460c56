-- What drivers said of their vehicles for a plan, the last 50 of each: from it comes what the vehicle uses.
create table vehicle_reading (
  user_id text not null,
  vehicle_id text not null,
  at timestamptz not null,
  odometer_km int not null,
  percent int not null,
  primary key (user_id, vehicle_id, odometer_km)
);
