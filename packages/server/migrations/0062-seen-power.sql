-- kW that a vehicle took in its own charges, where nobody states its power. Null: not seen yet (decision 0017).
alter table vehicle
  add column seen_ac_kw double precision,
  add column seen_dc_kw double precision;
