import { renderHook } from "../../../test/render-hook.ts";
import type { Location, Pin } from "@voltmarg/contract";
import { afterEach, beforeEach, expect, test } from "vitest";
import { location, NOW } from "../../../test/location.ts";
import { installStorage } from "../../../test/memory-storage.ts";
import { json, startService } from "../../../test/service.ts";
import { queryClient } from "../../api/queries/query-client.ts";
import type { View } from "../../locations/view.ts";
import { writeServer } from "../../native/storage.ts";
import { ANY_STATION } from "@voltmarg/rules";
import type { HomeList } from "./home-list.ts";
import { useHomeMap } from "./home-map.ts";

const pin = (id: string, state: string) => ({ id, state, latitude: 18.5, longitude: 73.8 }) as Pin;
const FED = ["available", "busy", "restricted", "closed"].map((state) => pin(state, state));
/** Without a connection no status is known; what cannot change stays. */
const HONEST = ["unknown", "unknown", "restricted", "closed"];
type Looked = {
  view?: Partial<View>;
  list?: Partial<HomeList>;
  chosen?: Location | null;
  now?: number;
};

let service: Awaited<ReturnType<typeof startService>>;
let truncated: boolean;
let drawn: {
  now: () => ReturnType<typeof useHomeMap>;
  draw: (of: Looked) => void;
  leave: () => void;
};
beforeEach(async () => {
  installStorage();
  queryClient.clear();
  truncated = false;
  service = await startService((_, response) =>
    json(response, { data: { version: "v1", pins: FED, truncated } }),
  );
  writeServer(service.address);
});
afterEach(async () => {
  drawn.leave();
  queryClient.clear();
  await service.close();
});

const bounds = { west: 73.7, south: 18.4, east: 73.9, north: 18.6 };
function open(first: Looked = {}) {
  drawn = renderHook(
    ({ view, list, chosen = null, now = Date.now() }: Looked) =>
      useHomeMap(
        { bounds, text: "", me: null, ...view } as View,
        { asked: {}, wish: ANY_STATION, stations: undefined, cutOff: false, ...list } as HomeList,
        chosen,
        { now, vehicle: undefined },
      ),
    first,
  );
}
const states = () => drawn.now().content.pins.map(({ state }) => state);
const fed = () => expect.poll(() => drawn.now().content.pins.length).toBe(4);

test("[R-1] the map draws the feed of the box that is looked at", async () => {
  truncated = true;
  open({ view: { me: { lat: 18.5, lon: 73.8 } } });
  expect(drawn.now()).toEqual({
    content: { pins: [], selected: null, me: [73.8, 18.5] },
    truncated: false,
  });
  await fed();
  expect(drawn.now()).toMatchObject({ content: { pins: FED }, truncated: true });
});

test("[R-1] nothing is asked before the map has a box, or while it is not known what fits", () => {
  open({ view: { bounds: null } });
  drawn.draw({ list: { asked: null } });
  expect(queryClient.isFetching()).toBe(0);
  expect([service.seen, drawn.now().content.pins]).toEqual([[], []]);
});

test("[L-3] for a text the map draws what the list found, and says nothing of other pins", async () => {
  truncated = true;
  open();
  await fed();
  const found = location({ id: "found", updated_at: new Date().toISOString() });
  drawn.draw({ view: { text: "plaza" }, list: { stations: [found] } });
  expect(drawn.now().content.pins.map(({ id }) => id)).toEqual(["found"]);
  expect(drawn.now().truncated).toBe(false);
  drawn.draw({ view: { text: "plaza" } });
  expect(drawn.now().content.pins).toEqual([]);
});

test("[N-1] while the service is away no state that might have passed is drawn", async () => {
  open();
  await fed();
  drawn.draw({ list: { cutOff: true } });
  expect(states()).toEqual(HONEST);
  // On a map that is opened anew, what was seen before; with the service nothing until it has answered.
  drawn.leave();
  open({ list: { cutOff: true, asked: null } });
  expect(states()).toEqual(HONEST);
  drawn.leave();
  open({ list: { asked: null } });
  expect(states()).toEqual([]);
});

test("[N-1] a feed older than 15 minutes says no state, what the list found has its own age", async () => {
  open();
  await fed();
  const at = queryClient.getQueryCache().getAll()[0]!.state.dataUpdatedAt;
  // The two clocks of a device differ by parts of a millisecond.
  drawn.draw({ now: at + 15 * 60_000 - 5 });
  expect(states()).toEqual(FED.map(({ state }) => state));
  drawn.draw({ now: at + 15 * 60_000 + 5 });
  expect(states()).toEqual(HONEST);
  const now = at + 20 * 60_000;
  const found = location({ updated_at: new Date(now).toISOString() });
  drawn.draw({ view: { text: "plaza" }, list: { stations: [found] }, now });
  expect(states()).toEqual(["available"]);
});

test("[L-6] the chosen station is drawn with its state, without the service with none", () => {
  open({ chosen: location(), now: NOW });
  expect(drawn.now().content.selected).toMatchObject({ id: "l", state: "available" });
  drawn.draw({ chosen: location(), now: NOW, list: { cutOff: true } });
  expect(drawn.now().content.selected).toMatchObject({ id: "l", state: "unknown" });
  drawn.draw({ now: NOW, list: { cutOff: true } });
  expect(drawn.now().content.selected).toBeNull();
});
