import type { Location, Pin } from "@voltmarg/contract";
import { MagnifyingGlass } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { primaryOf, useOpenSessions, useVehicles } from "../../api/queries.ts";
import { askedBox, type Bounds, type Camera, radiusKm, START } from "../../map/camera.ts";
import { type MapControl, MapStage } from "../../map/MapStage.tsx";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { useDesktop, useWide } from "../../ui/use-media.ts";
import { useOnline } from "../../ui/use-online.ts";
import { copy } from "./copy.ts";
import { HomeSheet } from "./HomeSheet.tsx";
import { MapButtons } from "./MapButtons.tsx";
import { PeekCard } from "./PeekCard.tsx";
import { useNearby, usePins, useStation } from "./queries.ts";
import { SearchHead } from "./SearchHead.tsx";
import { stopHeights } from "./sheet-stops.ts";
import { NO_CHIPS, passes, sorted } from "./station-list.ts";
import { spokenName, kmFrom, toPin } from "./station-words.ts";
import { StationList } from "./StationList.tsx";
import { useLocateOnce } from "./use-locate.ts";
import { useMapStyle } from "./use-map-style.ts";
import { useNow } from "./use-now.ts";
import { DEFAULT_KM, searchHere, setView, useView } from "./view.ts";
import "./stations.css";

const PinKey = lazy(async () => ({ default: (await import("./PinKey.tsx")).PinKey }));

/** px */
const SESSION_BAR = 76;

/** The map with its list. On a phone the list is a sheet, wider screens put it beside the map. */
export default function HomePage() {
  const view = useView();
  const wide = useWide();
  const desktop = useDesktop();
  const online = useOnline();
  const now = useNow();
  const navigate = useNavigate();
  const opened = /^\/charging-details\/([^/]+)/.exec(useLocation().pathname)?.[1];
  const panel = wide && opened ? decodeURIComponent(opened) : null;
  const vehicle = primaryOf(useVehicles().data);
  const [control, setControl] = useState<MapControl | null>(null);
  const [panned, setPanned] = useState(false);
  const [keyShown, setKeyShown] = useState(false);
  const styleUrl = useMapStyle();
  const { chips, sort, me } = view;
  const chosenId = panel ?? view.selected;

  useLocateOnce((place) => {
    // Who looked somewhere else last time goes on there.
    if (view.restored) return;
    setView({ camera: { ...place, zoom: START.zoom }, area: { ...place, km: DEFAULT_KM } });
    control?.go({ ...place, zoom: START.zoom });
  });
  const nearby = useNearby({ area: view.area, text: view.text });
  const box = useMemo(() => view.bounds && askedBox(view.bounds), [view.bounds]);
  const feed = usePins(box);
  const chosen = useStation(chosenId, me).data ?? null;
  const filtered = view.text !== "" || Object.values(chips).some(Boolean);
  const listed = useMemo(
    () =>
      nearby.data &&
      sorted(
        nearby.data.content.filter((location) => passes(location, chips, vehicle, now)),
        sort,
        { me, vehicle, now },
      ),
    [nearby.data, chips, sort, me, vehicle, now],
  );
  const content = useMemo(() => {
    // A filter asks about plugs, which the slim feed does not carry: then the map shows the list.
    const pins = filtered
      ? (listed ?? []).map((location) => toPin(location, now))
      : (feed.data?.pins ?? []);
    return {
      pins: online ? pins : pins.map(asOffline),
      selected: chosen && chosen.id === chosenId ? toPin(chosen, now) : null,
      me: me && ([me.lon, me.lat] as const),
    };
  }, [filtered, listed, feed.data, online, chosen, chosenId, me, now]);

  // A station opened beside the map comes into view; so does the first find of a search.
  const panelPlace = panel && chosen?.id === panel ? chosen.coordinates : null;
  useEffect(() => {
    if (panelPlace) control?.go({ lon: panelPlace.longitude, lat: panelPlace.latitude });
  }, [control, panelPlace]);
  useGoToFirst(view.text, nearby.isPlaceholderData ? undefined : listed, (place) =>
    control?.go(place),
  );

  const onMove = useCallback((camera: Camera, bounds: Bounds, byDriver: boolean) => {
    setView({ camera, bounds });
    if (byDriver) setPanned(true);
  }, []);
  const onPick = (id: string) => {
    if (wide) void navigate(paths.station(id));
    else setView({ selected: id, stop: "rest" });
  };
  const clear = () => setView({ chips: NO_CHIPS, text: "" });
  const peek = !wide && view.selected ? chosen : null;
  const [peekHeight, measurePeek] = useHeight();
  // The bar of a running charge lies over the sheet.
  const bar = useOpenSessions().data?.length ? SESSION_BAR : 0;
  const heights = stopHeights(window.innerHeight, bar);
  const covered = wide ? 0 : peek ? peekHeight : heights[view.stop === "low" ? "low" : "rest"];

  const map = (
    <MapStage
      className="home-map"
      camera={view.camera}
      content={content}
      styleUrl={styleUrl}
      failure={copy.mapFailed}
      onControl={setControl}
      padding={{ bottom: covered, left: desktop && panel ? 412 : 0 }}
      onMove={onMove}
      onPick={onPick}
      onGround={() => setView({ selected: null })}
    >
      {panned ? (
        <Button
          kind="secondary"
          small
          className="search-here"
          icon={<MagnifyingGlass size={18} weight="bold" aria-hidden="true" />}
          onClick={() => {
            searchHere(view.bounds ? radiusKm(view.bounds) : DEFAULT_KM);
            setView({ text: "" });
            setPanned(false);
          }}
        >
          {copy.searchHere}
        </Button>
      ) : null}
      {feed.data?.truncated && !filtered ? <p className="map-hint">{copy.truncated}</p> : null}
      <MapButtons control={control} desktop={desktop} onKey={() => setKeyShown(true)} />
    </MapStage>
  );
  const head = (
    <SearchHead vehicle={vehicle} wide={wide} onSearch={() => wide || setView({ stop: "full" })} />
  );
  const list = (
    <StationList
      locations={listed}
      error={nearby.error}
      onRetry={() => void nearby.refetch()}
      total={nearby.data?.total_elements ?? 0}
      selected={chosenId}
      onSort={(by) => setView({ sort: by })}
      onClear={filtered ? clear : null}
      {...{ vehicle, me, now, online, sort }}
    />
  );

  return (
    <main className={`home${wide ? " is-wide" : ""}`}>
      <title>Voltmarg</title>
      <h1 className="sr-only">Charging stations</h1>
      {wide ? null : (
        <a className="skip" href="#stations">
          {copy.toList}
        </a>
      )}
      {wide ? (
        <>
          <section className="home-column" aria-label={copy.list}>
            {head}
            <div className="home-list">{list}</div>
          </section>
          {map}
        </>
      ) : (
        <>
          {map}
          <div id="stations" tabIndex={-1}>
            {peek ? (
              <section
                ref={measurePeek}
                className="sheet home-sheet is-peek"
                aria-label={peek.name}
              >
                <div className="grab" aria-hidden="true" />
                <PeekCard
                  {...{ vehicle, me, now }}
                  location={peek}
                  onClose={() => setView({ selected: null })}
                />
              </section>
            ) : (
              <HomeSheet
                stop={view.stop}
                bar={bar}
                onStop={(stop) => setView({ stop })}
                label={copy.list}
                head={head}
              >
                {list}
              </HomeSheet>
            )}
          </div>
        </>
      )}
      <output className="sr-only">
        {chosen && chosen.id === chosenId
          ? copy.selected(spokenName(chosen, kmFrom(chosen, me), now))
          : ""}
      </output>
      {keyShown ? (
        <Suspense fallback={null}>
          <PinKey onClose={() => setKeyShown(false)} />
        </Suspense>
      ) : null}
    </main>
  );
}

/** Nobody can know a plug's state without a connection. */
const asOffline = (pin: Pin): Pin =>
  pin.state === "restricted" || pin.state === "closed"
    ? pin
    : Object.assign({}, pin, { state: "unknown" });

/** How high the element is that holds the ref, as it changes. */
function useHeight() {
  const [height, setHeight] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const watch = new ResizeObserver(() => setHeight(element.offsetHeight));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return [height, ref] as const;
}

function useGoToFirst(
  text: string,
  listed: Location[] | undefined,
  go: (place: { lon: number; lat: number; zoom: number }) => void,
): void {
  const shownFor = useRef("");
  const first = listed?.[0];
  useEffect(() => {
    if (text === shownFor.current || (text !== "" && !first)) return;
    shownFor.current = text;
    if (text && first)
      go({ lon: first.coordinates.longitude, lat: first.coordinates.latitude, zoom: 14 });
  });
}
