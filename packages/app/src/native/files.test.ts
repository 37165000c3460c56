import { beforeEach, expect, test, vi } from "vitest";
import { installStorage } from "../../test/memory-storage.ts";
import { canShareFile, openFile, saveFile, shareFile, shareLink } from "./files.ts";
import { type NativeApp, setNativeApp } from "./native-app.ts";
import { writeServer } from "./storage.ts";

type Shared = Parameters<NativeApp["share"]>[0];
let shared: Shared[];
let clicked: { href: string; download: string }[];
let opened: string[];
let freed: string[];
let tab: object | null;

const browserIs = (value: object) =>
  Object.defineProperty(globalThis, "navigator", { value, configurable: true });
const phoneThat = (share: NativeApp["share"]) => setNativeApp({ share } as NativeApp);
const share = async (what: Shared) => void shared.push(what);
const pdf = new File(["bill"], "bill.pdf", { type: "application/pdf" });

beforeEach(() => {
  vi.useFakeTimers();
  installStorage();
  [shared, clicked, opened, freed, tab] = [[], [], [], [], {}];
  setNativeApp(null as unknown as NativeApp);
  browserIs({});
  URL.createObjectURL = () => "blob:1";
  URL.revokeObjectURL = (address) => void freed.push(address);
  const link = { href: "", download: "", click: () => clicked.push({ ...link }) };
  Object.assign(globalThis, {
    location: { origin: "https://own.example" },
    document: { createElement: () => link },
    window: { open: (address: string) => (opened.push(address), tab) },
  });
});

test("[B-3] a browser saves a file under its name, and frees it once it must be written", () => {
  saveFile(pdf, "bill-7.pdf");
  expect(clicked).toMatchObject([{ href: "blob:1", download: "bill-7.pdf" }]);
  vi.advanceTimersByTime(59_999);
  expect(freed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(freed).toEqual(["blob:1"]);
});

test("[B-3] a phone saves a file by sharing it, and a tab cannot be opened", () => {
  phoneThat(share);
  saveFile(new Blob(["bill"], { type: "application/pdf" }), "bill-7.pdf");
  expect(shared).toMatchObject([{ title: "bill-7.pdf" }]);
  expect(shared[0]!.file).toMatchObject({ name: "bill-7.pdf", type: "application/pdf" });
  expect(openFile(pdf)).toBe(false);
  expect([clicked, opened]).toEqual([[], []]);
});

test("[B-3] a file is opened in a tab, where the browser lets one open", () => {
  expect(openFile(pdf)).toBe(true);
  tab = null;
  expect(openFile(pdf)).toBe(false);
  expect(opened).toEqual(["blob:1", "blob:1"]);
  vi.advanceTimersByTime(60_000);
  expect(freed).toEqual(["blob:1", "blob:1"]);
});

test("[B-3] a file can be shared on a phone, and in a browser that says so", () => {
  expect(canShareFile(pdf)).toBe(false);
  browserIs({ canShare: () => false });
  expect(canShareFile(pdf)).toBe(false);
  browserIs({ canShare: ({ files }: { files: File[] }) => files[0] === pdf });
  expect(canShareFile(pdf)).toBe(true);
  browserIs({});
  phoneThat(share);
  expect(canShareFile(pdf)).toBe(true);
});

test("[B-3] sharing a file ends quietly when the driver changes their mind", async () => {
  browserIs({ share });
  await shareFile(pdf, "Bill 7");
  expect(shared).toEqual([{ files: [pdf], title: "Bill 7" }]);
  phoneThat(share);
  await shareFile(pdf, "Bill 7");
  expect(shared[1]).toEqual({ title: "Bill 7", file: pdf });
  phoneThat(() => Promise.reject(new DOMException("stopped", "AbortError")));
  expect(await shareFile(pdf, "Bill 7")).toBeUndefined();
});

test("[T-11] a link is shared with the address of the server in use, else it is copied", async () => {
  const copied: string[] = [];
  browserIs({ clipboard: { writeText: async (text: string) => void copied.push(text) } });
  expect(await shareLink("/t/1", { title: "Trip" })).toBe("copied");
  expect(copied).toEqual(["https://own.example/t/1"]);

  writeServer("https://test.example");
  browserIs({ share });
  expect(await shareLink("/t/1", { title: "Trip", text: "To Goa" })).toBe("shared");
  phoneThat(share);
  expect(await shareLink("/t/2", { title: "Trip" })).toBe("shared");
  expect(shared).toEqual([
    { title: "Trip", text: "To Goa", url: "https://test.example/t/1" },
    { title: "Trip", url: "https://test.example/t/2" },
  ]);
});

test("[T-11] a link that the driver does not share after all is said to whoever asked", async () => {
  phoneThat(() => Promise.reject(new DOMException("stopped", "AbortError")));
  await expect(shareLink("/t/1", { title: "Trip" })).rejects.toThrow("stopped");
});
