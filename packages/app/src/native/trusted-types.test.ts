import { expect, test, vi } from "vitest";
import { textWithLinks } from "./trusted-types.ts";

test.each([
  ["Demo map (fictional streets)", "Demo map (fictional streets)"],
  [
    '© <a href="https://www.openstreetmap.org/copyright" target="_blank">OpenStreetMap</a> & others',
    '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> & others',
  ],
  ["<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)>"],
  ["<script>alert(1)</script>", "&lt;script>alert(1)&lt;/script>"],
  ['<a href="javascript:alert(1)">x</a>', '&lt;a href="javascript:alert(1)">x</a>'],
  ['<a onclick="go()" href="https://a.example">x</a>', '<a href="https://a.example">x</a>'],
  ['<a href="https://a.example/"onmouseover="go()">x</A>', '<a href="https://a.example/">x</a>'],
  [
    "<a href='https://a.example/\"onclick=go()//'>x</a>",
    "&lt;a href='https://a.example/\"onclick=go()//'>x</a>",
  ],
])("of %j a page is given %j", (html, given) => {
  expect(textWithLinks(html)).toBe(given);
  expect(textWithLinks(given)).toBe(given);
});

test("a drawing is the same one each time, so that nothing is drawn anew", async () => {
  // As in a browser with Trusted Types: each text becomes an object.
  const createPolicy = (_name: string, { createHTML }: { createHTML(text: string): string }) => ({
    createHTML: (text: string) => ({ text: createHTML(text) }),
  });
  Object.assign(globalThis, { trustedTypes: { createPolicy } });
  vi.resetModules();
  const { ownDrawing } = await import("./trusted-types.ts");
  expect(ownDrawing("<path/>").__html).toEqual({ text: "<path/>" });
  expect(ownDrawing("<path/>").__html).toBe(ownDrawing("<path/>").__html);
  expect(ownDrawing("<rect/>").__html).toEqual({ text: "<rect/>" });
});
