import { beforeEach, expect, test, vi } from "vitest";
import { installStorage } from "../../test/memory-storage.ts";
import { START } from "../map/camera.ts";
import { NO_FILTER } from "./filter.ts";

let stored: Map<string, string>;
beforeEach(() => {
  stored = installStorage();
});

/** The app as it opens with this in the device's storage. */
async function open(kept?: unknown) {
  if (kept !== undefined) stored.set("vm.me.map-view", JSON.stringify(kept));
  vi.resetModules();
  return import("./view.ts");
}
const kept = () => JSON.parse(stored.get("vm.me.map-view") ?? "null") as unknown;
const camera = { lat: 19, lon: 73, zoom: 12 };
const area = { lat: 19.1, lon: 73.1, km: 30 };

test("who has not looked anywhere sees where the map begins", async () => {
  const { useView, isStart } = await open();
  expect(useView.getState()).toMatchObject({
    camera: START,
    restored: false,
    area: { lat: START.lat, lon: START.lon, km: 10 },
    sort: "best",
    stop: "rest",
    filter: NO_FILTER,
  });
  expect(isStart(START)).toBe(true);
  expect(isStart({ lat: START.lat, lon: 0 })).toBe(false);
  expect(isStart({ lat: 0, lon: START.lon })).toBe(false);
});

test("who comes back finds the map, the list, its order and its filter as they were", async () => {
  const { useView } = await open({
    camera,
    area,
    sort: "cheap",
    filter: { freeNow: true, km: 30 },
  });
  expect(useView.getState()).toMatchObject({
    camera,
    area,
    restored: true,
    sort: "cheap",
    filter: { freeNow: true, km: 30 },
  });
});

test("a view that cannot be read, or lies where all begin, is as good as none", async () => {
  for (const odd of [
    { camera },
    { camera, area: { ...area, lat: null } },
    { camera, area: { ...area, lon: "73" } },
    { camera: { ...camera, zoom: null }, area },
    { camera: { ...camera, lat: null }, area },
    { area },
    { camera, area: { lat: START.lat, lon: START.lon, km: 30 } },
  ]) {
    const { useView } = await open(odd);
    const view = useView.getState();
    expect(view.restored, JSON.stringify(odd)).toBe(false);
    expect(view.camera).toEqual(START);
    expect(view.area).toEqual({ lat: START.lat, lon: START.lon, km: 10 });
  }
  expect((await open({ sort: "oldest" })).useView.getState().sort).toBe("best");
});

test("what was looked at is there again after a reload, what was typed is not", async () => {
  const { setView } = await open();
  setView({ camera, area, sort: "near", text: "Lake" });
  expect(kept()).toEqual({ camera, area, sort: "near", filter: NO_FILTER });
});

test("the list looks around a place as far as the filter says, or as far as it must", async () => {
  const { searchAt, useView } = await open();
  searchAt({ lat: 1, lon: 2 }, { text: "x" });
  expect(useView.getState()).toMatchObject({ area: { lat: 1, lon: 2, km: 10 }, text: "x" });
  searchAt({ lat: 1, lon: 2 }, {}, 11);
  expect(useView.getState().area.km).toBe(11);
  searchAt({ lat: 1, lon: 2 }, {}, 9);
  expect(useView.getState().area.km).toBe(10);
});

test("the list looks where the map looks, at all that it shows", async () => {
  const { searchHere, setView, useView } = await open();
  setView({ camera, text: "Lake", address: "Lake Garden" });
  searchHere(9.4);
  expect(useView.getState()).toMatchObject({
    area: { lat: 19, lon: 73, km: 10 },
    text: "",
    address: null,
  });
  searchHere(12.5);
  expect(useView.getState().area.km).toBe(13);
});

test("another filter moves the bounds of the list only when it says another distance", async () => {
  const { setFilter, setView, useView } = await open();
  setView({ area });
  setFilter({ ...NO_FILTER, freeNow: true });
  expect(useView.getState()).toMatchObject({ area, filter: { freeNow: true } });
  setFilter({ ...NO_FILTER, km: 5 });
  expect(useView.getState().area).toEqual({ ...area, km: 5 });
});

test("clearing the filter leaves its distance", async () => {
  const { clearFilter, setFilter, setView, useView } = await open();
  setFilter({ ...NO_FILTER, freeNow: true, fits: false, km: 5 });
  setView({ text: "Lake", address: "Lake Garden" });
  clearFilter();
  expect(useView.getState()).toMatchObject({
    filter: { ...NO_FILTER, km: 5 },
    text: "",
    address: null,
  });
});
