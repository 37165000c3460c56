import { charging, partners } from "@voltmarg/contract";
import {
  ledgerFaults,
  PROVIDER_TOKEN,
  startHarness,
  type Driver,
  type Harness,
} from "@voltmarg/testkit/harness";

type Begun = { driver: Driver; id: string };
const backOffice = { token: PROVIDER_TOKEN };

export async function tryUpgrade(sessions: number): Promise<{ ok: boolean; line: string }> {
  const world = await startHarness({ locations: 200 });
  try {
    const before = await operatorsOf(world);
    const at = { parties: before.map(({ party_id }) => party_id), used: new Set<string>() };
    const first = await start(world, { ...at, count: Math.ceil(sessions / 2) });
    await world.pass(60, 10);
    for (const [nth, { id, party_id }] of before.entries()) {
      await world.control("/control/versions", { party_id, versions: ["2.2.1", "2.3.0"] });
      const sync = { ...backOffice, params: { id }, body: { whole: true } };
      // We ask the first; the others move of their own accord, while sessions are stopped.
      await Promise.all([
        nth === 0
          ? world.call(partners.syncPartner, sync)
          : world.control("/control/rotate", { party_id }),
        stop(world, first.slice(nth * 5, nth * 5 + 5)),
        world.drain(),
      ]);
    }
    const moved = (await operatorsOf(world)).filter(({ version }) => version === "2.3.0").length;
    const second = await start(world, { ...at, count: sessions - first.length });
    await world.pass(60, 10);
    await stop(world, [...first.slice(before.length * 5), ...second]);
    await world.pass(180, 15);
    let [lost, doubled] = [0, 0];
    for (const { driver, id } of [...first, ...second]) {
      const params = { userId: driver.id };
      const { token } = driver;
      const { body } = await world.call(charging.searchCdrs, { token, params });
      const bills = body.content.filter(({ session_id }) => session_id === id).length;
      if (bills === 0) lost++;
      if (bills > 1) doubled++;
    }
    const faults = Object.values(await ledgerFaults(world));
    const wrong = faults.reduce((sum, each) => sum + each, 0);
    return {
      ok: lost + doubled + wrong === 0 && moved === before.length,
      line: `upgrade-ocpi tried=${first.length + second.length} lost=${lost} doubled=${doubled} moved=${moved} unbalanced=${wrong}`,
    };
  } finally {
    await world.stop();
  }
}

async function operatorsOf(world: Harness) {
  const { body } = await world.call(partners.listPartnerRecords, backOffice);
  return body.data.partners.map(({ id, roles, ocpi_version: version }) => ({
    id,
    party_id: roles[0]!.party_id,
    version,
  }));
}

/** Each at a plug of its own, at the operators in turn. */
async function start(
  world: Harness,
  { count, parties, used }: { count: number; parties: readonly string[]; used: Set<string> },
): Promise<Begun[]> {
  const begun: Begun[] = [];
  for (let nth = 0; nth < count; nth++) {
    const driver = await world.signUp();
    await world.topUp(driver, 200_000);
    const { location, evse, connector } = await world.freePlug(
      driver,
      (plug) =>
        !used.has(plug.evse.uid) && plug.evse.uid.startsWith(parties[nth % parties.length]!),
    );
    used.add(evse.uid);
    const { body } = await world.call(charging.startSession, {
      token: driver.token,
      body: {
        location_id: location.id,
        evse_uid: evse.uid,
        connector_id: connector.id,
        estimation_info: { selectedMoney: 500 },
      },
    });
    begun.push({ driver, id: body.data.id });
    await world.drain();
  }
  return begun;
}

/** A car that was full has ended its session itself. */
const stop = (world: Harness, some: readonly Begun[]) =>
  Promise.all(
    some.map(({ driver: { token }, id }) =>
      world
        .call(charging.stopSession, { token, body: { session_id: id } })
        .catch((error: unknown) => {
          if (!String(error).includes("SESSION_NOT_ACTIVE")) throw error;
        }),
    ),
  );
