import {
  connectorOf,
  evseOf,
  type Harness,
  locationOf,
  openPartner,
  type Partner,
  tariffOf,
} from "@voltmarg/testkit/test-bed";

/** Rupees without GST of 18 %: per kWh, per charge, per hour of charging, per hour of parking. */
export type PlugTariff = { energy: number; fee?: number; time?: number; parking?: number };
export type Plugs = { operator: Partner; /** Our id of their one location. */ place: string };

/** An operator with one location, where each plug has its own tariff and power. */
export async function openPlugs(
  world: Harness,
  partyId: string,
  tariffs: Readonly<Record<string, PlugTariff>>,
  plugs: readonly { uid: string; tariff: string; kw: number }[],
): Promise<Plugs> {
  const operator = await openPartner(world, partyId);
  const { pool } = world.database;
  // Synchronised every eight minutes, as any partner.
  await pool.query("update operator set sync_due_at = $1 where id = $2", [
    world.clock.now(),
    operator.operatorId,
  ]);
  const party = { party_id: partyId };
  const put = async (path: string, body: object) => {
    const { code } = await operator.call("PUT", path, body);
    if (code !== 1000) throw new Error(`the catalogue of ${partyId} was not taken: ${code}`);
  };
  for (const [id, { energy, fee = 0, time = 0, parking = 0 }] of Object.entries(tariffs)) {
    const price_components = Object.entries({
      ENERGY: energy,
      FLAT: fee,
      TIME: time,
      PARKING_TIME: parking,
    })
      .filter(([, price]) => price > 0)
      .map(([type, price]) => ({ type, price, vat: 18, step_size: 1 }));
    const tariff = tariffOf(id, { ...party, elements: [{ price_components }] });
    operator.shelf.tariffs.push(tariff);
    await put(`/tariffs/IN/${partyId}/${id}`, tariff);
  }
  const evses = plugs.map(({ uid, tariff, kw }) =>
    evseOf(uid, {
      connectors: [connectorOf({ tariff_ids: [tariff], max_electric_power: kw * 1000 })],
    }),
  );
  const location = locationOf("P", { ...party, evses });
  operator.shelf.locations.push(location);
  await put(`/locations/IN/${partyId}/P`, location);
  const { rows } = await pool.query<{ id: string }>("select id from location where party_id = $1", [
    partyId,
  ]);
  return { operator, place: rows[0]!.id };
}
