-- What a vehicle took of DC at each state of charge in its own sessions, as points of percent and kW. Null: too little is
-- known (decision 0017).
alter table vehicle
  add column seen_curve jsonb;
