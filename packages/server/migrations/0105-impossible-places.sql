-- Locations whose coordinates cannot be right are refused when they are read. Those that were stored before are closed, as
-- a full pull closes what it does not see; they open again with the first readable update.
with closed as (
  update location set closed_at = now(), version = nextval('location_version')
  where closed_at is null and (
    abs(latitude) > 85
    or (abs(latitude) < 0.1 and abs(longitude) < 0.1)
    or (upper(coalesce(body ->> 'country', country_code)) in ('IN', 'IND')
      and not (latitude between 6 and 38 and longitude between 67 and 98)))
  returning id)
update evse set state_from = 'infinity' from closed where evse.location_id = closed.id;
