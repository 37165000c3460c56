import pg from "pg";

/** Cities of a country-sized world; the first holds the most stations, the n-th about 1/n of that. */
const CITIES = 200;

/**
 * Writes locations, EVSEs and tariffs straight into the database, made there by SQL from a seed: half of the operators'
 * stations in ten big cities, one in eight between the cities, 1 to 6 EVSEs each with one or two connectors.
 */
export async function fillStations(databaseUrl: string, locations: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("select setseed(0.42)");
    await client.query(`
      insert into operator (id, name, versions_url, country_code, party_id, registered_at, last_contact_at,
                            locations_pulled_at, created_at)
      select 'opr_' || n, 'Operator ' || n, 'http://operator-' || n || '.invalid', 'IN', 'P' || lpad(n::text, 2, '0'),
        null, now() + interval '1 day', now(), now() from generate_series(1, 12) n`);
    await client.query(`
      insert into tariff (id, country_code, party_id, ocpi_id, body, last_updated)
      select 'tar_' || o || '_' || t, 'IN', 'P' || lpad(o::text, 2, '0'), 'T' || t, jsonb_build_object(
        'country_code', 'IN', 'party_id', 'P' || lpad(o::text, 2, '0'), 'id', 'T' || t, 'currency', 'INR',
        'type', 'REGULAR', 'last_updated', '2026-01-01T00:00:00Z', 'elements', jsonb_build_array(
          jsonb_build_object('price_components', jsonb_build_array(
            jsonb_build_object('type', 'ENERGY', 'price', 12 + t, 'vat', 18, 'step_size', 1)),
            'restrictions', jsonb_build_object('start_time', '06:00', 'end_time', '22:00')),
          jsonb_build_object('price_components', jsonb_build_array(
            jsonb_build_object('type', 'ENERGY', 'price', 9 + t, 'vat', 18, 'step_size', 1))))), now()
      from generate_series(1, 12) o, generate_series(1, 8) t`);
    await client.query(`
      create temporary table made as
      with city as (
        select n, 8.5 + random() * 22 as lat, 70 + random() * 18 as lng, 1.0 / n as weight from generate_series(1, ${CITIES}) n),
      share as (select n, sum(weight) over (order by n) / sum(weight) over () as upto from city),
      dice as (
        select n, random() as pick, random() as rural, sqrt(-2 * ln(1 - random())) as r, random() * 2 * pi() as a,
          random() as u, random() as v, 1 + floor(12 * random() * random())::int as op, 1 + floor(6 * random())::int as evses
        from generate_series(1, ${locations}) n),
      placed as (
        select d.*, c.n as city,
          case when rural < 0.12 then 8 + u * 26 else c.lat + r * cos(a) * 0.35 * sqrt(c.weight) end as lat,
          case when rural < 0.12 then 69 + v * 27 else c.lng + r * sin(a) * 0.35 * sqrt(c.weight) end as lng
        from dice d join city c on c.n = least(1 + width_bucket(d.pick, (select array_agg(upto order by upto) from share)), ${CITIES}))
      select n, city, op, evses, round(lat::numeric, 6)::float8 as lat, round(lng::numeric, 6)::float8 as lng from placed`);
    await client.query(`
      insert into location (id, operator_id, country_code, party_id, ocpi_id, name, latitude, longitude, cell, publish,
                            search_text, body, last_updated, seen_at)
      select 'loc_' || lpad(n::text, 26, '0'), 'opr_' || op, 'IN', 'P' || lpad(op::text, 2, '0'), 'L' || n,
        'Station ' || n || ' Sector ' || n % 97, lat, lng,
        floor((lat + 90) / 0.05)::int * 7200 + floor((lng + 180) / 0.05)::int, true, 'station ' || n,
        jsonb_build_object('id', 'L' || n, 'country_code', 'IN', 'party_id', 'P' || lpad(op::text, 2, '0'), 'publish', true,
          'name', 'Station ' || n || ' Sector ' || n % 97, 'address', (n % 400) || ' Ring Road, Block ' || n % 26,
          'city', 'City ' || city, 'state', 'State ' || city % 28, 'postal_code', (110000 + n % 600000)::text,
          'country', 'IND', 'coordinates', jsonb_build_object('latitude', lat::text, 'longitude', lng::text),
          'time_zone', 'Asia/Kolkata', 'operator', jsonb_build_object('name', 'Operator ' || op),
          'opening_times', case when n % 3 = 0 then jsonb_build_object('twentyfourseven', false, 'regular_hours', (
              select jsonb_agg(jsonb_build_object('weekday', d, 'period_begin', '0' || 6 + n % 4 || ':00', 'period_end', '22:30'))
              from generate_series(1, 7) d))
            else jsonb_build_object('twentyfourseven', true) end,
          'last_updated', '2026-01-01T00:00:00Z'), '2026-01-01', now() from made`);
    await client.query(`
      insert into evse (location_id, uid, position, status, status_since, body, last_updated)
      select 'loc_' || lpad(n::text, 26, '0'), 'L' || n || '-' || e, e, status, '2026-01-01', jsonb_build_object(
          'uid', 'L' || n || '-' || e, 'evse_id', 'IN*P' || lpad(op::text, 2, '0') || '*E' || n || '*' || e,
          'physical_reference', e::text, 'status', status, 'last_updated', '2026-01-01T00:00:00Z', 'connectors',
          (select jsonb_agg(jsonb_build_object('id', c::text, 'format', 'CABLE', 'last_updated', '2026-01-01T00:00:00Z',
            'tariff_ids', jsonb_build_array('T' || 1 + (kind + op) % 8)) ||
            case when kind + c < 5 then jsonb_build_object('standard', 'IEC_62196_T2_COMBO', 'power_type', 'DC',
                'max_voltage', 1000, 'max_amperage', 300, 'max_electric_power', (array[30000, 60000, 120000, 240000])[1 + (kind + n) % 4])
              when kind + c < 8 then jsonb_build_object('standard', 'IEC_62196_T2', 'power_type', 'AC_3_PHASE',
                'max_voltage', 230, 'max_amperage', (array[16, 32])[1 + n % 2])
              else jsonb_build_object('standard', (array['CHADEMO', 'GBT_DC', 'IEC_60309_2_single_16'])[1 + n % 3],
                'power_type', (array['DC', 'DC', 'AC_1_PHASE'])[1 + n % 3], 'max_voltage', 400, 'max_amperage', 40) end)
           from generate_series(1, 1 + (kind % 3) / 2) c)), '2026-01-01'
      from (select n, op, e, floor(8 * random())::int as kind,
              (array['AVAILABLE', 'AVAILABLE', 'AVAILABLE', 'CHARGING', 'CHARGING', 'OUTOFORDER', 'UNKNOWN'])[1 + floor(7 * random())::int]
                as status from made, generate_series(1, evses) e) each`);
    await client.query("analyze location, evse, tariff, operator");
  } finally {
    await client.end();
  }
}
