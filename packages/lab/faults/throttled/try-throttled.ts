import { charging, partners } from "@voltmarg/contract";
import { PROVIDER_TOKEN } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";

const BUSY = { status: 429, headers: { "retry-after": "300" }, body: "" };

/** Half of the starts beside an operator that is not busy, half beside one that is. */
export async function tryThrottled(starts: number): Promise<{ ok: boolean; line: string }> {
  const own = await openOwnOperator();
  try {
    const calm = await rounds(own, starts, false);
    const busy = await rounds(own, starts, true);
    const [p50, p99] = [share(busy.times, 0.5), share(busy.times, 0.99)];
    const ratio = p50 / share(calm.times, 0.5);
    const { failed, late, refusedPulls } = busy;
    return {
      ok: failed === 0 && late === 0 && refusedPulls > 0 && calm.failed + calm.late === 0,
      line: `throttled starts=${starts} failed=${failed} stops=${starts} late=${late} refused_pulls=${refusedPulls} ratio=${ratio.toFixed(2)} p50=${p50.toFixed(0)}ms p99=${p99.toFixed(0)}ms`,
    };
  } finally {
    await own.close();
  }
}

const share = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN;

async function rounds(own: OwnOperator, count: number, isBusy: boolean) {
  const { world, operator } = own;
  const times: number[] = [];
  let [failed, late, refusedPulls] = [0, 0, 0];
  operator.onAnswer = (path) => {
    if (!isBusy || path.startsWith("/commands/")) return undefined;
    refusedPulls++;
    return BUSY;
  };
  for (let nth = 0; nth < count; nth++) {
    const at = {
      params: { id: operator.operatorId },
      body: {},
      token: PROVIDER_TOKEN,
    };
    if (isBusy) await world.refused(partners.syncPartner, at);
    else await world.call(partners.syncPartner, at);
    const driver = await own.driver();
    const begun = performance.now();
    const charge = await own.ask(driver, `EVEN-${(nth % 3) + 1}`);
    times.push(performance.now() - begun);
    if ((await own.show(charge)).step !== "ACCEPTED") failed++;
    await own.tell(charge);
    world.clock.advance(30_000);
    await own.tell(charge);
    const token = await own.tokenOf(driver);
    await world.call(charging.stopSession, { body: { session_id: charge.id }, token });
    await world.drain();
    // In the service's time none has passed.
    if (own.stops(charge) !== 1) late++;
    await own.tell(charge, { kwh: 0.4, status: "COMPLETED" });
    await own.send(own.record(charge, 0.4, 30));
    await world.drain();
  }
  operator.onAnswer = undefined;
  return { times, failed, late, refusedPulls };
}
