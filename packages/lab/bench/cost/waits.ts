import { charging, wallet, type RouteOutput, type RouteSpec } from "@voltmarg/contract";
import type { RouteInput } from "@voltmarg/testkit/call-route";
import type { OwnOperator } from "@voltmarg/testkit/own-operator";
import type { Meter } from "./meter.ts";

/**
 * The commits that requests of money and charges wait for, one after another. Jobs run only when the world is drained,
 * so whatever is committed during a request was waited for.
 */
export async function commitsOfRequests(
  { world, places, ...own }: OwnOperator,
  meter: Meter,
): Promise<Record<string, number>> {
  const driver = await own.driver(200_000);
  const { token } = driver;
  const self = { token, params: { userId: driver.id } };
  await world.drain();
  const waits: Record<string, number> = {};
  const request = async <R extends RouteSpec>(
    name: string,
    route: R,
    input: RouteInput<R>,
  ): Promise<RouteOutput<R>> => {
    let body: RouteOutput<R>;
    const { commits } = await meter.measure(async () => {
      ({ body } = await world.call(route, input));
    });
    waits[name] = commits;
    return body!;
  };
  const topUp = await request("create top-up", wallet.createTopUp, {
    ...self,
    body: { amount_minor: 20_000 },
  });
  const { id, order_id } = topUp.data;
  const paid = await fetch(`${world.pay.url}/control/pay`, {
    method: "POST",
    body: JSON.stringify({ order_id }),
  });
  await request("verify top-up", wallet.verifyTopUp, {
    token,
    params: { userId: driver.id, id },
    body: (await paid.json()) as PaidOrder,
  });
  await world.drain();
  await request("withdrawal", wallet.createWithdrawal, { ...self, body: { amount_minor: 5_000 } });
  await world.drain();
  const started = await request("start", charging.startSession, {
    token,
    body: {
      location_id: places.get("EVEN")!,
      evse_uid: "EVEN-2",
      connector_id: "1",
      estimation_info: { selectedMoney: 500 },
    },
  });
  await world.drain();
  await own.tell({
    driver,
    id: started.data.id,
    ocpiId: "waits",
    place: "EVEN-2",
    start: world.clock.now().getTime(),
  });
  await world.drain();
  await request("stop", charging.stopSession, { token, body: { session_id: started.data.id } });
  await world.drain();
  return waits;
}

type PaidOrder = {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
};
