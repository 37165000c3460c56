import type { Vehicle } from "@voltmarg/contract";
import { MagnifyingGlass } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { type ComponentType, Suspense, useCallback, useEffect, useState } from "react";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { useLocation, useNavigate } from "react-router";
import { usePrimaryVehicle } from "../../api/queries/vehicles.ts";
import { useOpenSessions } from "../../api/queries/sessions.ts";
import { isRightToLeft } from "../../language/current-language.ts";
import { type Bounds, type Camera, radiusKm, START } from "../../map/camera.ts";
import { type MapControl, MapStage } from "../../map/MapStage.tsx";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { ago } from "../../ui/format.ts";
import { useOverlay } from "../../ui/overlays.ts";
import { useDesktop, useWide } from "../../ui/use-media.ts";
import { providerName } from "../../language/provider-name.ts";
import { copy } from "../../locations/copy.ts";
import { asAsked } from "../../locations/as-asked.ts";
import { isAsking } from "../../locations/filter.ts";
import { useHomeList } from "./home-list.ts";
import { useHomeMap } from "./home-map.ts";
import { HomeSheet } from "./HomeSheet.tsx";
import { MapButtons } from "./MapButtons.tsx";
import { PeekCard } from "./PeekCard.tsx";
import { useStation } from "../../api/queries/locations.ts";
import { stopHeights } from "./sheet-stops.ts";
import { kmFrom, spokenName } from "../../locations/location-text.ts";
import type { Place } from "../../map/camera.ts";
import { StationList } from "./StationList.tsx";
import { useGoToFirst, useGoToPin } from "./use-go-to-first.ts";
import { useOpenOnNearest } from "./use-open-on-nearest.ts";
import { useLocateOnce } from "../../locations/use-locate.ts";
import { useMapStyle } from "../../map/use-map-style.ts";
import { useNow } from "../../ui/use-now.ts";
import { DEFAULT_KM, searchAt, searchHere, setView, useView } from "../../locations/view.ts";
import "../../locations/locations.css";

const PinKey = lazyNamed(() => import("./PinKey.tsx"), "PinKey");

/** px */
const SESSION_BAR = 76;
/** What a station beside the list covers of the map. */
const PANEL = 412;
const PLACE_ZOOM = 14;

/** What stands above the list. */
type Search = {
  vehicle: Vehicle | undefined;
  wide: boolean;
  /** The service cannot be reached: cached locations are searched. */
  cutOff: boolean;
  onSearch: () => void;
  /** An address was chosen; the list looks there already. */
  onAddress: (place: Place) => void;
};

/**
 * The map with its list. On a phone the list is a sheet, wider screens put it beside the map. `onListed` is called once
 * there are rows to tap.
 */
export function Home({
  Search,
  onListed,
}: {
  Search: ComponentType<Search>;
  onListed: () => void;
}) {
  const view = useView();
  const wide = useWide();
  const desktop = useDesktop();
  const now = useNow();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const opened = /^\/charging-details\/([^/]+)/.exec(pathname)?.[1];
  const panel = wide && opened ? decodeURIComponent(opened) : null;
  const { vehicle, isWaiting } = usePrimaryVehicle();
  const [control, setControl] = useState<MapControl | null>(null);
  const [panned, setPanned] = useState(false);
  const [keyShown, setKeyShown] = useState(false);
  const [bare, setBare] = useState(false);
  const styleUrl = useMapStyle();
  const { me } = view;
  const chosenId = panel ?? view.selected;

  const goTo = (place: Place) => {
    setPanned(false);
    control?.go({ ...place, zoom: PLACE_ZOOM });
  };
  useLocateOnce((place) => {
    // Who looked somewhere else last time goes on there.
    if (view.restored) return;
    searchAt(place, { camera: { ...place, zoom: START.zoom } });
    control?.go({ ...place, zoom: START.zoom });
  });
  const list = useHomeList(view, vehicle, { now, isWaiting });
  const chosen = useStation(chosenId, me).data ?? null;
  const { content, truncated } = useHomeMap(view, list, chosen?.id === chosenId ? chosen : null, {
    now,
    vehicle,
  });

  // A station opened beside the map comes into view; so does the first find of a search.
  const panelPlace = panel && chosen?.id === panel ? chosen.coordinates : null;
  useEffect(() => {
    if (!panelPlace) return;
    const under = desktop ? PANEL : 0;
    const { longitude: lon, latitude: lat } = panelPlace;
    const [left, right] = isRightToLeft() ? [0, under] : [under, 0];
    control?.bring({ lon, lat }, { left, right });
  }, [control, panelPlace, desktop]);
  const listed = list.stations !== undefined;
  useEffect(() => {
    if (listed) onListed();
  }, [listed, onListed]);
  useGoToPin(view.text, list.place, goTo);
  useGoToFirst(view.text, list.isOld ? undefined : list.stations, goTo);

  const onMove = useCallback((camera: Camera, bounds: Bounds, byDriver: boolean) => {
    setView({ camera, bounds });
    if (byDriver) setPanned(true);
  }, []);
  const onPick = (id: string) => {
    if (wide) void navigate(paths.station(id));
    else setView({ selected: id, stop: "rest" });
  };
  const peek = !wide && view.selected ? chosen : null;
  useOverlay(peek !== null && pathname === paths.map, () => setView({ selected: null }));
  const [peekHeight, measurePeek] = useHeight();
  // The bar of a running charge lies over the sheet.
  const bar = useOpenSessions().data?.length ? SESSION_BAR : 0;
  const heights = stopHeights(window.innerHeight, bar);
  const covered = wide ? 0 : peek ? peekHeight : heights[view.stop === "low" ? "low" : "rest"];
  useOpenOnNearest({
    wanted: !view.restored && !panned && view.text === "" && !panel,
    control,
    me,
    stations: list.isOld || list.asked === null ? undefined : list.stations,
    covered,
  });
  // On a phone the sheet says it, and the message above lies here.
  const hint =
    list.seenAt && wide
      ? copy.seen(ago(new Date(list.seenAt).toISOString(), now))
      : truncated
        ? copy.truncated
        : bare && !panel
          ? copy.mapBare
          : null;

  const map = (
    <MapStage
      className="home-map"
      camera={view.camera}
      content={content}
      styleUrl={styleUrl}
      failure={copy.mapFailed}
      onControl={setControl}
      padding={{ bottom: covered }}
      onBare={setBare}
      onMove={onMove}
      onPick={onPick}
      onGround={() => setView({ selected: null })}
    >
      {panned && !list.cutOff ? (
        <Button
          kind="secondary"
          small
          className="search-here"
          icon={<MagnifyingGlass size={18} weight="bold" aria-hidden="true" />}
          onClick={() => {
            searchHere(view.bounds ? radiusKm(view.bounds) : DEFAULT_KM);
            setPanned(false);
          }}
        >
          {copy.searchHere}
        </Button>
      ) : null}
      {hint ? <p className="map-hint num">{hint}</p> : null}
      <MapButtons control={control} desktop={desktop} onKey={() => setKeyShown(true)} />
    </MapStage>
  );
  const head = (
    <Search
      vehicle={vehicle}
      wide={wide}
      cutOff={list.cutOff}
      onSearch={() => wide || setView({ stop: "full" })}
      onAddress={(place) => {
        if (!wide) setView({ stop: "rest" });
        goTo(place);
      }}
    />
  );
  const rows = (
    <StationList
      list={list}
      selected={chosenId}
      text={view.text}
      area={view.area}
      asking={isAsking(view.filter)}
      sort={view.sort}
      onPlace={(camera) => control?.go(camera)}
      {...{ vehicle, me, now }}
    />
  );

  return (
    <main className={`home${wide ? " is-wide" : ""}`}>
      <title>{providerName}</title>
      <h1 className="sr-only">{copy.heading}</h1>
      {wide ? (
        <>
          <section className="home-column" aria-label={copy.list}>
            {head}
            <div className="home-list">{rows}</div>
          </section>
          {map}
        </>
      ) : (
        <>
          <a className="skip" href="#stations">
            {copy.toList}
          </a>
          {map}
          <div id="stations" tabIndex={-1}>
            {peek ? (
              <section
                ref={measurePeek}
                className="sheet home-sheet is-peek"
                aria-label={peek.name}
              >
                <div className="grab" />
                <PeekCard
                  {...{ vehicle, me, now }}
                  wish={list.wish}
                  location={peek}
                  onClose={() => setView({ selected: null })}
                />
              </section>
            ) : null}
            <HomeSheet
              hidden={peek !== null}
              stop={view.stop}
              bar={bar}
              onStop={(stop) => setView({ stop })}
              label={copy.list}
              head={head}
            >
              {rows}
            </HomeSheet>
          </div>
        </>
      )}
      <output className="sr-only">
        {chosen && chosen.id === chosenId
          ? copy.selected(
              spokenName(
                asAsked(chosen, list.wish, vehicle, now).location,
                kmFrom(chosen, me),
                now,
              ),
            )
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
