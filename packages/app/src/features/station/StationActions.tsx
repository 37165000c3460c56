import type { Location, Vehicle } from "@voltmarg/contract";
import { Bell } from "@phosphor-icons/react/dist/csr/Bell";
import { CaretRight } from "@phosphor-icons/react/dist/csr/CaretRight";
import { Path } from "@phosphor-icons/react/dist/csr/Path";
import { QrCode } from "@phosphor-icons/react/dist/csr/QrCode";
import { RoadHorizon } from "@phosphor-icons/react/dist/csr/RoadHorizon";
import { Target } from "@phosphor-icons/react/dist/csr/Target";
import { WarningCircle } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { Link } from "../../ui/router.tsx";
import { paths } from "../../paths.ts";
import { stationCopy as copy } from "./copy.ts";

/** What ends here: a trip, or the stations on the way. */
const toHere = (path: string, { name, coordinates: { latitude, longitude } }: Location) =>
  `${path}?to=${latitude},${longitude}&name=${encodeURIComponent(name)}`;

/** What else can be done at a station, below everything that is known of it. */
export function StationActions({
  location,
  vehicle,
  onWatch,
  onReport,
}: {
  location: Location;
  vehicle: Vehicle | undefined;
  /** null: a plug is free, there is nothing to wait for. */
  onWatch: (() => void) | null;
  onReport: () => void;
}) {
  const caret = <CaretRight className="mirrored" size={20} weight="bold" aria-hidden="true" />;
  return (
    <ul className="rows st-actions" aria-label={copy.more}>
      <li>
        <Link className="row" to={paths.scanAt(location.id)}>
          <QrCode size={24} aria-hidden="true" />
          <span className="body title--m">{copy.scan}</span>
          {caret}
        </Link>
      </li>
      <li>
        {vehicle && vehicle.vehicle_type !== "FOUR_WHEELER" ? (
          <Link className="row" to={paths.withinReach}>
            <Target size={24} aria-hidden="true" />
            <span className="body title--m">{copy.withinReach}</span>
            {caret}
          </Link>
        ) : (
          <Link className="row" to={toHere(paths.trip, location)}>
            <Path size={24} aria-hidden="true" />
            <span className="body title--m">{copy.planTrip}</span>
            {caret}
          </Link>
        )}
      </li>
      <li>
        <Link className="row" to={toHere(paths.onMyWay, location)}>
          <RoadHorizon size={24} aria-hidden="true" />
          <span className="body title--m">{copy.onTheWay}</span>
          {caret}
        </Link>
      </li>
      {onWatch ? (
        <li>
          <button type="button" className="row" onClick={onWatch}>
            <Bell size={24} aria-hidden="true" />
            <span className="body title--m">{copy.tellMe}</span>
            {caret}
          </button>
        </li>
      ) : null}
      <li>
        <button type="button" className="row" onClick={onReport}>
          <WarningCircle size={24} aria-hidden="true" />
          <span className="body title--m">{copy.report}</span>
          {caret}
        </button>
      </li>
    </ul>
  );
}
