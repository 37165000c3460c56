import type { Location } from "@voltmarg/contract";
import { uiCopy } from "../../ui/copy.ts";
import { ArrowLeft } from "@phosphor-icons/react/dist/csr/ArrowLeft";
import { ShareNetwork } from "@phosphor-icons/react/dist/csr/ShareNetwork";
import { X } from "@phosphor-icons/react/dist/csr/X";
import { useDeferredValue, useMemo, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { shareLink } from "../../native/files.ts";
import { isRefusal } from "../../api/http/refusal.ts";
import { MapStage } from "../../map/MapStage.tsx";
import { paths } from "../../paths.ts";
import { ButtonLink, IconButton } from "../../ui/Button.tsx";
import { Empty, LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { useBack } from "../../ui/Screen.tsx";
import { showToast } from "../../ui/toast.ts";
import { useWide } from "../../ui/use-media.ts";
import { providerName } from "../../language/provider-name.ts";
import { copy } from "../../locations/copy.ts";
import { FavouriteButton } from "../../locations/FavouriteButton.tsx";
import { Station } from "./Station.tsx";
import { stationCopy } from "./copy.ts";
import { useStationDetails } from "../../api/queries/location-details.ts";
import { primaryOf, useVehicles } from "../../api/queries/vehicles.ts";
import { SitePhoto } from "./SitePhotos.tsx";
import { toPin } from "../../locations/location-text.ts";
import { useLocateAgain } from "../../locations/use-locate.ts";
import { useMapStyle } from "../../map/use-map-style.ts";
import { useNow } from "../../ui/use-now.ts";
import { useView } from "../../locations/view.ts";
import "../../locations/locations.css";
import "./station-page.css";

/** One station: where, when, its plugs and prices, and the way to a charge. */
export default function StationPage() {
  const { locationId = "" } = useParams();
  useLocateAgain();
  const me = useView((view) => view.me);
  const wide = useWide();
  const details = useStationDetails(locationId, me);
  const { data: location, isError, error, refetch } = details.station;
  // Asked for together with the station, whose rows depend on it.
  const vehicle = primaryOf(useVehicles().data);
  const now = useNow();
  const back = useBack();
  const navigate = useNavigate();
  const close = () => (wide ? void navigate(paths.map) : back());
  // A location that was removed is not shown from the cache.
  const hidden = isRefusal(error, "LOCATION_HIDDEN");
  const gone = hidden || isRefusal(error, "LOCATION_NOT_FOUND");
  const { check, asking, ask } = details;
  const known = useMemo(
    () => ({ location: gone ? undefined : location, vehicle, check, asking }),
    [gone, location, vehicle, check, asking],
  );
  // Each answer is drawn in slices, so that touches are answered meanwhile.
  const { location: shown, ...beside } = useDeferredValue(known);

  // Beside the map the page's main part is the map with its list.
  const Frame = wide ? "aside" : "main";

  return (
    <Frame
      className={`screen st${wide ? " is-panel" : ""}`}
      aria-label={wide ? copy.panel : undefined}
    >
      <title>{`${shown?.name ?? copy.plugs} · ${providerName}`}</title>
      {wide ? null : shown ? (
        <Strip key={shown.id} location={shown} now={now} />
      ) : isError ? null : (
        <div className="head is-empty" aria-hidden="true" />
      )}
      <Tools wide={wide} onClose={close} location={shown ?? null} />
      {shown ? (
        <Station key={shown.id} location={shown} {...beside} {...{ ask, wide, now, me }} />
      ) : gone ? (
        <Empty
          title={hidden ? stationCopy.hiddenTitle : stationCopy.notFoundTitle}
          action={<ButtonLink to={paths.map}>{stationCopy.toMap}</ButtonLink>}
        >
          {hidden ? stationCopy.hiddenText : stationCopy.notFoundText}
        </Empty>
      ) : isError ? (
        <LoadError title={copy.stationFailed} error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="st-loading">
          <SkeletonRows rows={5} label={copy.loading} />
        </div>
      )}
    </Frame>
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
        <IconButton label={uiCopy.back} float onClick={onClose}>
          <ArrowLeft className="mirrored" size={26} aria-hidden="true" />
        </IconButton>
      )}
      <span className="grow" />
      {location ? (
        <>
          <FavouriteButton location={location} float={!wide} />
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

/** Above a station: the operator's first picture of it, else where it is on the map. */
function Strip({ location, now }: { location: Location; now: number }) {
  const styleUrl = useMapStyle();
  const [gone, setGone] = useState(false);
  const photo = gone ? undefined : location.site?.images[0];
  const { latitude: lat, longitude: lon } = location.coordinates;
  if (photo)
    return (
      <div className="head">
        <SitePhoto
          className="head-photo"
          first
          src={photo}
          alt={stationCopy.photo(1, location.name)}
          onGone={() => setGone(true)}
        />
      </div>
    );
  return (
    <div className="head is-empty" aria-hidden="true">
      <MapStage
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
  try {
    const how = await shareLink(paths.station(location.id), { title: location.name });
    if (how === "copied") showToast(copy.linkCopied);
  } catch (error) {
    // Closing the share sheet is no failure.
    if (!(error instanceof DOMException && error.name === "AbortError"))
      showToast(copy.noShare, "error");
  }
}
