import { accounts, charging, wallet } from "@voltmarg/contract";
import type { FakeClock, Service } from "@voltmarg/testkit/service-parts";
import type { Random } from "@voltmarg/testkit/random";
import { callInProcess, pushInProcess } from "./in-process-calls.ts";
import { PLUGS, type SignedUp } from "./environment.ts";
import { PARTY, type Charge, type Operator } from "./operator.ts";
import { tellNotice, type Payments } from "./payments.ts";
import type { Scheduler } from "./scheduler.ts";

type Driver = SignedUp & { /** When the token was issued. */ at: number; sessions: string[] };

export type Stage = {
  scheduler: Scheduler;
  draw: Random;
  clock: FakeClock;
  operator: Operator;
  payments: Payments;
  place: string;
  drivers: Driver[];
  /** The service process that is currently running. */
  service(): Service;
  /** The driver received this session id in an answer. */
  told(sessionId: string): void;
  /** The service ran all due jobs without a fault. */
  looked(): void;
  /** Number of faults so far. */
  faults(): number;
  keys: number;
};

/** Access tokens expire after ten minutes. */
const FRESH_MS = 8 * 60_000;

/** Random actions of a step, by drivers, the operator, the payment provider or the clock. */
export function createActions(stage: Stage): { one(): void; tellAll(): void; restarted(): void } {
  const { scheduler, draw, clock, operator, payments } = stage;
  let draining = 0;
  const nowMs = () => clock.now().getTime();

  const drain = () => {
    if (draining > 1) return;
    draining += 1;
    const { outbox } = stage.service();
    const before = stage.faults();
    scheduler.spawn("drain", async () => {
      try {
        const count = await outbox.settle();
        if (stage.faults() === before) stage.looked();
        return count;
      } finally {
        draining -= 1;
      }
    });
  };

  /** Runs an action as a driver, with a valid token. */
  const as = (driver: Driver, name: string, action: (service: Service) => Promise<unknown>) => {
    const service = stage.service();
    scheduler.spawn(name, async () => {
      if (nowMs() - driver.at > FRESH_MS) {
        const { status, body } = await callInProcess(service, accounts.refreshToken, {
          query: { grant_type: "refresh_token" },
          body: { refresh_token: driver.refresh },
        });
        if (status !== 200) return `refresh ${status}`;
        Object.assign(driver, {
          token: body.access_token,
          refresh: body.refresh_token,
          at: nowMs(),
        });
      }
      return action(service);
    });
  };

  const start = (driver: Driver, key: string, evse: string) =>
    as(driver, `start ${key}`, async (service) => {
      const { status, code, body } = await callInProcess(service, charging.startSession, {
        token: driver.token,
        headers: { "idempotency-key": key },
        body: {
          location_id: stage.place,
          evse_uid: evse,
          connector_id: "1",
          estimation_info: {
            selectedMoney: 50,
            isPrimaryVehicle: true,
            isCorporateCustomer: false,
          },
        },
      });
      if (status !== 200) return `${status} ${code}`;
      stage.told(body.data.id);
      driver.sessions.push(body.data.id);
      return `200 ${body.data.id}`;
    });

  const actions: Record<string, { weight: number; go: () => void }> = {
    start: {
      weight: 16,
      go: () => {
        const driver = draw.pick(stage.drivers);
        const evse = draw.pick(PLUGS);
        const key = `start-key-${(stage.keys += 1)}`;
        start(driver, key, evse);
        // A retry with the same key, or a second tap with another key.
        if (draw.chance(0.3)) start(driver, key, evse);
        else if (draw.chance(0.2)) start(driver, `start-key-${(stage.keys += 1)}`, evse);
      },
    },
    stop: {
      weight: 6,
      go: () => {
        const driver = draw.pick(stage.drivers);
        const id = driver.sessions.at(-1);
        if (!id) return;
        as(driver, `stop ${id}`, async (service) => {
          const { status, code } = await callInProcess(service, charging.stopSession, {
            token: driver.token,
            body: { session_id: id },
          });
          return `${status} ${code}`;
        });
      },
    },
    topUp: {
      weight: 4,
      go: () => {
        const driver = draw.pick(stage.drivers);
        const amount = draw.int(50, 500) * 100;
        as(driver, `top up ${amount}`, async (service) => {
          const { status, code } = await callInProcess(service, wallet.createTopUp, {
            token: driver.token,
            params: { userId: driver.id },
            headers: { "idempotency-key": `top-up-key-${(stage.keys += 1)}` },
            body: { amount_minor: amount },
          });
          return `${status} ${code}`;
        });
      },
    },
    withdraw: {
      weight: 2,
      go: () => {
        const driver = draw.pick(stage.drivers);
        const amount = draw.int(1, 40) * 100;
        as(driver, `withdraw ${amount}`, async (service) => {
          const { status, code } = await callInProcess(service, wallet.createWithdrawal, {
            token: driver.token,
            params: { userId: driver.id },
            headers: { "idempotency-key": `withdraw-key-${(stage.keys += 1)}` },
            body: { amount_minor: amount },
          });
          return `${status} ${code}`;
        });
      },
    },
    pay: { weight: 4, go: () => payments.pay(draw.pick) },
    notice: {
      weight: 5,
      go: () => {
        // Mostly the newest, sometimes an old one again.
        const { notices } = payments;
        if (notices.length === 0) return;
        const notice = draw.chance(0.7) ? notices.at(-1)! : draw.pick(notices);
        const service = stage.service();
        scheduler.spawn(`notice ${notice.eventId}`, () => tellNotice(service, notice));
      },
    },
    look: {
      weight: 4,
      go: () => {
        const driver = draw.pick(stage.drivers);
        as(driver, "look", async (service) => {
          const { status } = await callInProcess(service, charging.activeSessions, {
            token: driver.token,
            params: { userId: driver.id },
          });
          return status;
        });
      },
    },
    plug: { weight: 10, go: () => operator.live() },
    push: {
      weight: 20,
      go: () => {
        if (operator.charges.length > 0) push(draw.pick(operator.charges.slice(-4)));
      },
    },
    time: {
      weight: 20,
      go: () => {
        const seconds = draw.pick([0.2, 1, 3, 5, 12, 30, 65, 200, 900]);
        clock.advance(seconds * 1000);
        scheduler.trace(`${seconds} s pass`);
        drain();
      },
    },
    drain: { weight: 10, go: drain },
  };
  const sum = Object.values(actions).reduce((total, { weight }) => total + weight, 0);

  /** The operator pushes the state of a charge, possibly a repeated one. */
  function push(charge: Charge): void {
    const service = stage.service();
    const tell = (name: string, method: "PUT" | "POST", path: string, body: object) =>
      scheduler.spawn(`push ${name} ${charge.sessionId}`, () =>
        pushInProcess(service, method, path, body),
      );
    const session = `/ocpi/emsp/2.2.1/sessions/IN/${PARTY}/${charge.sessionId}`;
    if (charge.start === null) {
      if (charge.resultTold && !draw.chance(0.1)) return;
      charge.resultTold = true;
      const result = charge.accepted ? "ACCEPTED" : draw.pick(["REJECTED", "TIMEOUT", "FAILED"]);
      tell("result", "POST", charge.resultPath, { result });
      return;
    }
    const record = operator.record(charge);
    if (record && draw.chance(0.5)) tell("record", "POST", "/ocpi/emsp/2.2.1/cdrs", record);
    else tell("session", "PUT", session, operator.session(charge));
  }

  return {
    restarted: () => {
      draining = 0;
    },
    one: () => {
      let roll = draw.fraction() * sum;
      for (const [name, { weight, go }] of Object.entries(actions)) {
        roll -= weight;
        if (roll >= 0) continue;
        scheduler.trace(`action ${name}`);
        go();
        return;
      }
    },
    tellAll: () => {
      const service = stage.service();
      for (const charge of operator.charges) {
        const record = operator.record(charge);
        if (!record) continue;
        const session = `/ocpi/emsp/2.2.1/sessions/IN/${PARTY}/${charge.sessionId}`;
        scheduler.spawn(`tell ${charge.sessionId}`, async () => {
          await pushInProcess(service, "PUT", session, operator.session(charge));
          return pushInProcess(service, "POST", "/ocpi/emsp/2.2.1/cdrs", record);
        });
      }
      for (const notice of payments.notices) {
        scheduler.spawn(`notice ${notice.eventId}`, () => tellNotice(service, notice));
      }
    },
  };
}
