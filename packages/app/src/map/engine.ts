// The one MapLibre map of the app: loaded when first needed, kept alive, moved between the screens
// that show it. Only files of this folder know MapLibre.
import {
  AttributionControl,
  type GeoJSONSource,
  Map as MapLibre,
  type MapMouseEvent,
  type StyleSpecification,
  setWorkerUrl,
} from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import "maplibre-gl/dist/maplibre-gl.css";
import { language } from "../language/current-language.ts";
import { bundledStyle } from "./bundled-style.ts";
import type { Bounds, Camera, Place } from "./camera.ts";
import { serveDemoTiles } from "./demo-tiles.ts";
import { isBare } from "./is-bare.ts";
import { themeColours } from "./palette.ts";
import {
  addStationLayers,
  drawMissingImage,
  markDrawn,
  type MapContent,
  showContent,
  stationLayers,
} from "./station-layers.ts";
import { withUrduNames } from "./urdu-names.ts";

export type { MapContent };

/** One screen's use of the map. */
export type Stage = {
  container: HTMLElement;
  camera: Camera;
  interactive: boolean;
  /** px covered by what lies over the map */
  padding: { top: number; bottom: number; left: number; right: number };
  content: MapContent;
  onMove?: (camera: Camera, bounds: Bounds, byDriver: boolean) => void;
  onPick?: (pin: string) => void;
  onGround?: () => void;
  /** Whether the map has nothing to draw where it looks. */
  onBare?: (bare: boolean) => void;
};

export type Engine = {
  /** Shows the map on this stage until `leave`; then the stage before it has the map again. */
  enter: (stage: Stage) => void;
  leave: (stage: Stage) => void;
  show: (stage: Stage, content: MapContent) => void;
  go: (camera: Partial<Camera>) => void;
  zoomBy: (levels: number) => void;
  /** Moves only if the place is not in sight already, beside what is covered at the sides, px. */
  bring: (place: Place, covered: { left: number; right: number }) => void;
  setPadding: (stage: Stage, padding: Stage["padding"]) => void;
  /** The style of this address, or the bundled one for null, with names in the language of the app. */
  setStyle: (url: string | null) => void;
};

const MIN_ZOOM = 3.5;
const TAP_REACH = 6;
/** px: so near an edge a pin is not in sight. */
const EDGE = 64;

export async function createEngine(styleUrl: string | null, label: string): Promise<Engine> {
  // Labels use the page's fonts, and only those that are loaded by then.
  await Promise.allSettled([
    document.fonts.load("700 17px 'Anek Latin Variable'"),
    document.fonts.load("500 13px 'Anek Devanagari Variable'", "म"),
  ]);
  setWorkerUrl(workerUrl);
  serveDemoTiles();
  const host = document.createElement("div");
  host.className = "vm-map-host";
  const stages: Stage[] = [];
  let colours = themeColours();
  /** The requested address, and whether the bundled style replaces it. */
  let wanted = styleUrl;
  let bundled = wanted === null || !navigator.onLine;
  let styleSeen = false;
  /** The language of the names on the map. */
  let spoken = language();
  let shown: Stage | undefined;
  /** What the map's sources hold; null: there are none yet. */
  let drawn: MapContent | null = null;

  // MapLibre measures its container when it is made; it gets its real size on the first stage.
  document.body.append(host);
  const map = new MapLibre({
    container: host,
    center: [73.85, 18.52],
    zoom: 12,
    minZoom: MIN_ZOOM,
    maxZoom: 18,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    locale: { "Map.Title": label },
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new AttributionControl({ compact: false }), "bottom-left");
  // The screen may have been left meanwhile; a map without a screen must not be read out.
  host.remove();

  const top = () => stages.at(-1);
  map.on("style.load", () => {
    styleSeen = true;
    drawn = top()?.content ?? { pins: [], selected: null, me: null };
    addStationLayers(map, drawn, colours);
    markDrawn(map);
  });
  map.setMissingStyleImageResolver((id) => drawMissingImage(map, id, colours));
  map.on("error", () => {
    if (!styleSeen) show({ bundled: true });
  });
  addEventListener("offline", () => show({ bundled: true }));
  addEventListener("online", () => show({ bundled: wanted === null }));
  onThemeChange(() => {
    colours = themeColours();
    restyle();
  });
  restyle();

  function restyle(): void {
    spoken = language();
    // A new style begins without images, so pins are drawn again in its colours.
    drawn = null;
    const url = bundled ? null : wanted;
    const transformStyle =
      url !== null && spoken === "ur"
        ? (_: unknown, style: StyleSpecification) => withUrduNames(style)
        : undefined;
    map.setStyle(url ?? bundledStyle(colours, spoken), {
      diff: false,
      ...(transformStyle && { transformStyle }),
    });
  }

  function show(next: { bundled: boolean }): void {
    if (bundled === next.bundled) return;
    bundled = next.bundled;
    styleSeen = false;
    restyle();
  }

  map.on("idle", () => shown?.onBare?.(isBare(map)));
  map.on("click", (event) => void pick(event));
  map.on("moveend", (event) => {
    const stage = top();
    if (!stage || stage !== shown) return;
    const { lng, lat } = map.getCenter();
    const bounds = map.getBounds();
    stage.camera = { lon: lng, lat, zoom: map.getZoom() };
    stage.onMove?.(
      stage.camera,
      {
        west: bounds.getWest(),
        south: bounds.getSouth(),
        east: bounds.getEast(),
        north: bounds.getNorth(),
      },
      "originalEvent" in event && event.originalEvent !== undefined,
    );
  });
  for (const layer of [stationLayers.pin, stationLayers.dot, stationLayers.cluster]) {
    map.on("mouseenter", layer, () => (map.getCanvas().style.cursor = "pointer"));
    map.on("mouseleave", layer, () => (map.getCanvas().style.cursor = ""));
  }

  async function pick({ point }: MapMouseEvent): Promise<void> {
    const stage = top();
    if (!stage?.interactive) return;
    const layers = Object.values(stationLayers).filter((id) => map.getLayer(id));
    const [hit] = map.queryRenderedFeatures(
      [
        [point.x - TAP_REACH, point.y - TAP_REACH],
        [point.x + TAP_REACH, point.y + TAP_REACH],
      ],
      { layers },
    );
    if (!hit) return stage.onGround?.();
    if (hit.geometry.type !== "Point") return;
    const [lon = 0, lat = 0] = hit.geometry.coordinates;
    if (hit.layer.id === stationLayers.cluster) {
      const source = map.getSource(hit.source) as GeoJSONSource;
      const zoom = await source.getClusterExpansionZoom(Number(hit.properties["cluster_id"]));
      move({ lon, lat, zoom: zoom + 0.2 });
    } else {
      stage.onPick?.(String(hit.properties["id"]));
    }
  }

  function move({ lon, lat, zoom }: Partial<Camera>): void {
    // Not "essential": MapLibre jumps instead when the driver wants less motion.
    map.easeTo({
      duration: 320,
      ...(lon !== undefined && lat !== undefined && { center: [lon, lat] }),
      ...(zoom !== undefined && { zoom }),
    });
  }

  function draw(content: MapContent): void {
    // Without a style the map has no sources; they are created with the stations of that moment.
    if (!drawn) return;
    showContent(map, content, drawn);
    if (content.pins !== drawn.pins) markDrawn(map);
    drawn = content;
  }

  function present(): void {
    const stage = top();
    shown = undefined;
    if (!stage) {
      host.remove();
      return;
    }
    stage.container.prepend(host);
    for (const handler of [
      map.dragPan,
      map.scrollZoom,
      map.doubleClickZoom,
      map.touchZoomRotate,
      map.keyboard,
    ])
      if (stage.interactive) handler.enable();
      else handler.disable();
    map.getCanvas().tabIndex = stage.interactive ? 0 : -1;
    // A way across the country fits into a strip.
    map.setMinZoom(stage.content.way ? 1 : MIN_ZOOM);
    map.resize();
    map.jumpTo({
      center: [stage.camera.lon, stage.camera.lat],
      zoom: stage.camera.zoom,
      padding: stage.padding,
    });
    draw(stage.content);
    shown = stage;
    map.fire("moveend");
  }

  return {
    enter(stage) {
      stages.push(stage);
      present();
    },
    leave(stage) {
      const wasTop = top() === stage;
      stages.splice(stages.indexOf(stage), 1);
      if (wasTop) present();
    },
    show(stage, content) {
      stage.content = content;
      if (top() === stage) draw(content);
    },
    go: move,
    zoomBy: (levels) => move({ zoom: map.getZoom() + levels }),
    bring({ lon, lat }, { left, right }) {
      const { x, y } = map.project([lon, lat]);
      const { clientWidth, clientHeight } = host;
      const beside = x > left + EDGE && x < clientWidth - right - EDGE;
      if (beside && y > EDGE && y < clientHeight - EDGE) return;
      map.easeTo({ center: [lon, lat], offset: [(left - right) / 2, 0], duration: 320 });
    },
    setStyle(url) {
      if (url === wanted && spoken === language()) return;
      wanted = url;
      bundled = wanted === null || !navigator.onLine;
      styleSeen = false;
      restyle();
    },
    setPadding(stage, padding) {
      stage.padding = padding;
      if (top() === stage) map.easeTo({ padding, duration: 200 });
    },
  };
}

function onThemeChange(changed: () => void): void {
  new MutationObserver(changed).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["class"],
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
}
