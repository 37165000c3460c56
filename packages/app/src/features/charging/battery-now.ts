import type { Session, Vehicle } from "@voltmarg/contract";
import { keys } from "../../api/queries/keys.ts";
import { queryClient } from "../../api/queries/query-client.ts";
import { personal } from "../../native/storage.ts";

type Said = { vehicle: string; percent: number; at: number };

const KEY = "battery";
/** A vehicle has been driven on since what is older than this, ms. */
const HOLDS_MS = 2 * 3_600_000;

/**
 * How full the vehicle's battery is, per cent: as its driver said, or as its last charge told; null when neither is
 * recent. Chargers report 0 % for a battery they do not know.
 */
export function batteryNow(vehicle: Vehicle | undefined, now: number): number | null {
  const said = personal.read<Partial<Said>>(KEY);
  const told = queryClient
    .getQueriesData<Session>({ queryKey: keys.eachSession })
    .flatMap(([, session]): Said[] =>
      session?.vehicle && session.state_of_charge && session.news_at
        ? [
            {
              vehicle: session.vehicle.id,
              percent: Math.round(session.state_of_charge),
              at: Date.parse(session.news_at),
            },
          ]
        : [],
    );
  const known = [...(isSaid(said) ? [said] : []), ...told]
    .filter((one) => one.vehicle === vehicle?.id && now - one.at < HOLDS_MS)
    .toSorted((a, b) => b.at - a.at);
  return known[0]?.percent ?? null;
}

const isSaid = (read: Partial<Said> | null): read is Said =>
  typeof read?.percent === "number" && read.percent > 0 && read.percent < 100;

export const sayBattery = (vehicle: Vehicle, percent: number, now: number): void =>
  personal.write(KEY, { vehicle: vehicle.id, percent, at: now } satisfies Said);
