import type { Location } from "@voltmarg/contract";
import { INDIA_ZONE } from "@voltmarg/rules";
import { useState } from "react";
import { sentence } from "../../api/http/refusal.ts";
import { Button } from "../../ui/Button.tsx";
import { Segment } from "../../ui/Choice.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { when } from "../../ui/format.ts";
import { Banner } from "../../ui/Message.tsx";
import { chargerName } from "../../locations/plugs.ts";
import { stationCopy as copy } from "./copy.ts";
import { useUnwatch, useWatch } from "./watches.ts";
import { useWatches } from "../../api/queries/watches.ts";

const DEFAULT_MINUTES = "60";
const choices = () =>
  copy.waitChoices.map(({ minutes, words }) => ({
    value: String(minutes),
    label: words,
  }));

/** "Tell me when it is free": for how long, and what is waited for already. `evseUid` null: any plug. */
export function WatchDialog({
  location,
  evseUid,
  onClose,
}: {
  location: Location;
  evseUid: string | null;
  onClose: () => void;
}) {
  const [minutes, setMinutes] = useState(DEFAULT_MINUTES);
  const watches = useWatches().data?.watches ?? [];
  const watch = useWatch(onClose);
  const unwatch = useUnwatch();
  const evse = location.evses.find(({ uid }) => uid === evseUid);
  return (
    <Dialog title={copy.waitTitle} onClose={onClose}>
      <p className="sub ink2 dialog-text">
        {copy.waitFor(evse ? chargerName(evse) : copy.anyPlug, location.name)}
      </p>
      <div className="wait-long num">
        <Segment
          label={copy.waitLong}
          showLabel
          value={minutes}
          options={choices()}
          onChange={setMinutes}
        />
      </div>
      <p className="cap ink2">{copy.waitHow}</p>
      {watch.isError ? <Banner kind="err">{sentence(watch.error)}</Banner> : null}
      <div className="wait-action">
        <Button
          busy={watch.isPending && copy.waiting}
          onClick={() =>
            watch.mutate({ locationId: location.id, evseUid, minutes: Number(minutes) })
          }
        >
          {copy.wait}
        </Button>
      </div>
      {watches.length > 0 ? (
        <section aria-labelledby="my-watches">
          <h3 id="my-watches" className="label site-sub">
            {copy.waits}
          </h3>
          <ul className="rows waits">
            {watches.map((one) => (
              <li key={one.id} className="wait num">
                <span className="grow">
                  <span className="title--m">{one.location_name}</span>
                  <span className="sub ink2">
                    {copy.until(when(one.expires_at, INDIA_ZONE).time)}
                  </span>
                </span>
                <Button
                  kind="quiet"
                  small
                  aria-label={copy.stopWaitingFor(one.location_name)}
                  busy={unwatch.isPending && unwatch.variables.id === one.id && copy.stopWaiting}
                  onClick={() => unwatch.mutate(one)}
                >
                  {copy.stopWaiting}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </Dialog>
  );
}
