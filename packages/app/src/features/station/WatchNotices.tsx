import { BellRinging } from "@phosphor-icons/react/dist/csr/BellRinging";
import { X } from "@phosphor-icons/react/dist/csr/X";
import { useEffect, useRef } from "react";
import { Link } from "../../ui/router.tsx";
import { buzz } from "../../native/haptics.ts";
import { paths } from "../../paths.ts";
import { IconButton } from "../../ui/Button.tsx";
import { ago } from "../../ui/format.ts";
import { stationCopy as copy } from "./copy.ts";
import { useNow } from "../../ui/use-now.ts";
import { useSeeNotice } from "./watches.ts";
import { useWatches } from "../../api/queries/watches.ts";
import "./watch-notices.css";

/** As many as leave the page in sight; the others follow when these are closed. */
const MOST = 2;

/** Plugs that turned free, wherever the driver is in the app, until each is opened or closed. */
export function WatchNotices() {
  const notices = useWatches().data?.notices ?? [];
  const see = useSeeNotice();
  const now = useNow();
  const known = useRef(0);
  useEffect(() => {
    if (notices.length > known.current) buzz(20);
    known.current = notices.length;
  }, [notices.length]);

  return (
    <section className="notices" aria-label={copy.notices} aria-live="polite">
      {notices.slice(0, MOST).map(({ id, location_id, location_name, told_at }) => (
        <div key={id} className="toast notice">
          <BellRinging className="toast-success" size={24} weight="fill" aria-hidden="true" />
          <span className="grow">
            <b>{copy.freeNow(location_name)}</b>
            <span className="cap">{copy.freeNowText(ago(told_at, now))}</span>
          </span>
          <Link
            className="notice-open"
            to={paths.station(location_id)}
            aria-label={`${copy.openStation}: ${location_name}`}
            onClick={() => see.mutate(id)}
          >
            {copy.openStation}
          </Link>
          <IconButton label={`${copy.seen}: ${location_name}`} onClick={() => see.mutate(id)}>
            <X size={20} weight="bold" aria-hidden="true" />
          </IconButton>
        </div>
      ))}
    </section>
  );
}
