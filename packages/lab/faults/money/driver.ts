import { problemIn, Refusal } from "@voltmarg/client";
import type { ServiceBed } from "../../test-bed.ts";
import { patientDriver, type Patience, type SignedIn } from "./patient-driver.ts";
import type { HoldOrder } from "./hold-server.ts";

/** Operations confirmed to a driver: the money in paise, by the driver's own key. */
export type Told = {
  kind: "top-up" | "hold" | "capture" | "release" | "withdrawal";
  name: string;
  amount: number;
};
export type Ledgerless = {
  userId: string;
  told: Told[];
  /** The balance in paise by the driver's own count. */
  free: number;
};

type Options = {
  testBed: ServiceBed;
  patience: Patience;
  goesOn(): boolean;
  onTold(): void;
};

/** How often the driver's own connection breaks. */
const CUT_SHORT = 0.02;

/** A driver who tops up, charges and withdraws in a loop, and retries until there is an answer. */
export async function drive(options: Options, n: number, signedIn: SignedIn): Promise<Ledgerless> {
  const { testBed } = options;
  const driver = patientDriver(options.patience, n, signedIn);
  const { userId, untilTold, keyOf, nameOf } = driver;
  const books: Ledgerless = { userId, told: [], free: 0 };
  const holds: { name: string; sessionId: string; amount: number }[] = [];
  const tell = (told: Told, change: number) => {
    books.told.push(told);
    books.free += change;
    options.onTold();
  };

  async function topUp(): Promise<void> {
    const amount = 5_000 + Math.floor(Math.random() * 50_000);
    const name = await driver.topUp(amount, Math.random() < 0.3 ? "card" : "upi");
    tell({ kind: "top-up", name, amount }, amount);
  }

  async function withdraw(): Promise<void> {
    const amount = 100 + Math.floor((Math.random() * books.free) / 2);
    const name = await driver.withdraw(amount, CUT_SHORT);
    if (name) tell({ kind: "withdrawal", name, amount }, -amount);
  }

  const onHoldServer = (order: HoldOrder) => async () => {
    const response = await fetch(testBed.holdsUrl, { method: "POST", body: JSON.stringify(order) });
    const text = await response.text();
    if (!response.ok)
      throw new Refusal(order.do, response.status, problemIn(response.status, text));
    return true;
  };

  async function hold(): Promise<void> {
    const name = nameOf("hold");
    const amount = 1 + Math.floor(Math.random() * Math.min(books.free, 20_000));
    let sessionId = name;
    const placed = await untilTold((again) => {
      sessionId = keyOf(name, again);
      return onHoldServer({ do: "hold", userId, sessionId, amount })();
    });
    if (placed instanceof Refusal) return;
    holds.push({ name, sessionId, amount });
    tell({ kind: "hold", name, amount }, -amount);
  }

  async function settle(): Promise<void> {
    const [open] = holds.splice(Math.floor(Math.random() * holds.length), 1);
    if (!open) return;
    const { name, sessionId, amount } = open;
    if (Math.random() < 0.25) {
      await untilTold(onHoldServer({ do: "release", userId, sessionId }));
      return tell({ kind: "release", name, amount }, amount);
    }
    // One in ten costs more than was held.
    const total = Math.floor(Math.random() * amount * 1.1);
    await untilTold((again) =>
      onHoldServer({
        do: "capture",
        userId,
        sessionId,
        cdrId: keyOf(`cdr-${name}`, again),
        total,
      })(),
    );
    tell({ kind: "capture", name, amount: total }, amount - total);
  }

  while (options.goesOn()) {
    const roll = Math.random();
    if (books.free < 6_000) await topUp();
    else if (roll < 0.02) await topUp();
    else if (roll < 0.04) await withdraw();
    else if (holds.length > 0 && (holds.length > 3 || roll < 0.52)) await settle();
    else await hold();
  }
  return books;
}
