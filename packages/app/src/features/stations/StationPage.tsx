import type { Location } from "@voltmarg/contract";
import { ArrowLeft } from "@phosphor-icons/react/dist/csr/ArrowLeft";
import { ShareNetwork } from "@phosphor-icons/react/dist/csr/ShareNetwork";
import { X } from "@phosphor-icons/react/dist/csr/X";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { primaryOf, useVehicles } from "../../api/queries.ts";
import { MapStage } from "../../map/MapStage.tsx";
import { paths } from "../../paths.ts";
import { IconButton } from "../../ui/Button.tsx";
import { LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { useBack, useOpeningFocus } from "../../ui/Screen.tsx";
import { showToast } from "../../ui/toast.ts";
import { useWide } from "../../ui/use-media.ts";
import { copy } from "./copy.ts";
import { Heart } from "./Heart.tsx";
import { PlugPrice } from "./PlugPrice.tsx";
import { PlugRows } from "./PlugRows.tsx";
import { fits, plugKey, plugPower, plugsOf, plugState } from "./plugs.ts";
import { useStation } from "./queries.ts";
import { StartBar } from "./StartBar.tsx";
import { StationFacts, StationFine } from "./StationFacts.tsx";
import { isStale, toPin } from "./station-words.ts";
import { useLocateOnce } from "./use-locate.ts";
import { useMapStyle } from "./use-map-style.ts";
import { useNow } from "./use-now.ts";
import { useView } from "./view.ts";
import "./stations.css";

/** One station: where, when, its plugs and prices, and the way to a charge. */
export default function StationPage() {
  const { locationId = "" } = useParams();
  useLocateOnce();
  const me = useView((view) => view.me);
  const wide = useWide();
  const station = useStation(locationId, me);
  const back = useBack();
  const navigate = useNavigate();
  const close = () => (wide ? void navigate(paths.map) : back());

  // Beside the map the page's main part is the map with its list.
  const Frame = wide ? "aside" : "main";

  return (
    <Frame
      className={`screen st${wide ? " is-panel" : ""}`}
      aria-label={wide ? copy.panel : undefined}
    >
      <title>{`${station.data?.name ?? copy.plugs} · Voltmarg`}</title>
      {station.data ? (
        <Station
          key={station.data.id}
          location={station.data}
          wide={wide}
          onClose={close}
          onRefresh={() => void station.refetch()}
          refreshing={station.isFetching}
        />
      ) : (
        <>
          <Tools wide={wide} onClose={close} location={null} />
          {station.isError ? (
            <LoadError
              title={copy.stationFailed}
              error={station.error}
              onRetry={() => void station.refetch()}
            />
          ) : (
            <div className="st-loading">
              <SkeletonRows rows={5} label={copy.loading} />
            </div>
          )}
        </>
      )}
    </Frame>
  );
}

function Station({
  location,
  wide,
  onClose,
  onRefresh,
  refreshing,
}: {
  location: Location;
  wide: boolean;
  onClose: () => void;
  onRefresh: () => void;
  refreshing: boolean;
}) {
  const now = useNow();
  const vehicle = primaryOf(useVehicles().data);
  const me = useView((view) => view.me);
  const heading = useOpeningFocus<HTMLHeadingElement>();
  const [picked, setPicked] = useState<string | null>(null);
  const stale = isStale(location, now);
  const plugs = plugsOf(location).toSorted(
    (a, b) => (plugPower(b.connector) ?? 0) - (plugPower(a.connector) ?? 0),
  );
  const usable = plugs.filter((plug) => plugState(plug, stale).usable);
  const suggested = usable.find((plug) => fits(plug.connector, vehicle)) ?? usable[0];
  const chosen = usable.find((plug) => plugKey(plug) === picked) ?? suggested ?? null;

  return (
    <>
      {wide ? null : <Strip location={location} now={now} />}
      <Tools wide={wide} onClose={onClose} location={location} />
      <div className="content st-body">
        <header className="intro">
          <h1 ref={heading} tabIndex={-1}>
            {location.name}
          </h1>
          <p className="sub ink2">
            {location.operator.name} · {location.address}, {location.city}
          </p>
        </header>
        <StationFacts {...{ location, vehicle, me, now }} />
        <PlugRows
          {...{ location, plugs, vehicle, stale, now, chosen, onRefresh, refreshing }}
          onChoose={(plug) => setPicked(plugKey(plug))}
        />
        <PlugPrice plug={chosen} />
        <StationFine location={location} />
      </div>
      <StartBar {...{ location, plug: chosen, vehicle, now }} />
    </>
  );
}

function Tools({
  wide,
  onClose,
  location,
}: {
  wide: boolean;
  onClose: () => void;
  location: Location | null;
}) {
  return (
    <div className="ctl">
      {wide ? null : (
        <IconButton label="Back" float onClick={onClose}>
          <ArrowLeft size={26} aria-hidden="true" />
        </IconButton>
      )}
      <span className="grow" />
      {location ? (
        <>
          <Heart location={location} float={!wide} />
          <IconButton label={copy.share} float={!wide} onClick={() => void share(location)}>
            <ShareNetwork size={26} aria-hidden="true" />
          </IconButton>
        </>
      ) : null}
      {wide ? (
        <IconButton label={copy.close} onClick={onClose}>
          <X size={26} aria-hidden="true" />
        </IconButton>
      ) : null}
    </div>
  );
}

function Strip({ location, now }: { location: Location; now: number }) {
  const styleUrl = useMapStyle();
  const { latitude: lat, longitude: lon } = location.coordinates;
  return (
    <div className="head" aria-hidden="true">
      <MapStage
        key={location.id}
        camera={{ lat, lon, zoom: 14.4 }}
        interactive={false}
        padding={{ top: 48 }}
        content={{ pins: [], selected: toPin(location, now), me: null }}
        styleUrl={styleUrl}
      />
    </div>
  );
}

async function share(location: Location): Promise<void> {
  const link = { title: location.name, url: new URL(paths.station(location.id), origin).href };
  try {
    if (navigator.share) await navigator.share(link);
    else {
      await navigator.clipboard.writeText(link.url);
      showToast(copy.linkCopied);
    }
  } catch (error) {
    // Closing the share sheet is no failure.
    if (!(error instanceof DOMException && error.name === "AbortError"))
      showToast(copy.noShare, "error");
  }
}
