import type { SessionRow } from "../session.store.ts";
import type { StopLead } from "./stop-latency.store.ts";

/** What a stop takes where nothing is known yet. */
const DEFAULT_SECONDS = 1;
const MOST_SECONDS = 60;
// As TCP learns its timeout (RFC 6298), slow to move; the first charge counts in full.
const MEAN_WEIGHT = 1 / 8;
const DEVIATION_WEIGHT = 1 / 4;
const DEVIATIONS = 2;

/** Real seconds before the limit at which a stop must leave, so that the limit is met and not passed; 0 to 60. */
export function leadSeconds(lead: StopLead | null): number {
  if (!lead) return DEFAULT_SECONDS;
  return Math.min(MOST_SECONDS, lead.mean + DEVIATIONS * lead.deviation);
}

export function learn(lead: StopLead | null, seconds: number): StopLead {
  const told = Math.min(MOST_SECONDS, seconds);
  if (!lead) return { mean: told, deviation: told / 8, samples: 1 };
  const off = Math.abs(told - lead.mean);
  return {
    mean: lead.mean + (told - lead.mean) * MEAN_WEIGHT,
    deviation: lead.deviation + (off - lead.deviation) * DEVIATION_WEIGHT,
    samples: lead.samples + 1,
  };
}

/** Real seconds a charge that we stopped still ran; null: it was not stopped by us, or had ended by itself. */
export function stopTook(row: SessionRow): number | null {
  const stopped = row.timeline.find(({ step }) => step === "STOPPING");
  if (!stopped || !row.start_at || !row.end_at) return null;
  const ran = (row.end_at.getTime() - row.start_at.getTime()) / row.snapshot.speed;
  const seconds = (row.start_at.getTime() + ran - Date.parse(stopped.at)) / 1000;
  return seconds > 0 ? seconds : null;
}
