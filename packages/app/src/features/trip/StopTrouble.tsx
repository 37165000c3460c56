import type { Trip } from "@voltmarg/contract";
import { Button } from "../../ui/Button.tsx";
import { Banner } from "../../ui/Message.tsx";
import type { Progress } from "./trip-progress.ts";
import { wayCopy as copy } from "./way-copy.ts";

/** A stop ahead at which nothing works, or the next one with every plug in use: what to do about it. */
export function StopTrouble({
  trip,
  progress,
  onReplan,
}: {
  trip: Trip;
  progress: Progress;
  onReplan: () => void;
}) {
  const { next } = progress;
  if (next === null || !trip.stops_now) return null;
  const ahead = trip.stops_now.map((now, nth) => ({ ...now, nth })).slice(next);
  const trouble =
    ahead.find(({ state }) => state === "LOST") ??
    ahead.find(({ state, nth }) => state === "TAKEN" && nth === next);
  if (!trouble) return null;
  const name = trip.plan.stops[trouble.nth]!.station.name;
  return (
    <Banner
      kind="warn"
      title={trouble.state === "LOST" ? copy.lost(name) : copy.taken(name)}
      className="trip-trouble"
    >
      <p>{trouble.state === "LOST" ? copy.lostText : copy.takenText}</p>
      <Button kind="outline" small onClick={onReplan}>
        {copy.planAgain}
      </Button>
    </Banner>
  );
}
