import { expect, test } from "vitest";
import { menuEntries } from "./entries.ts";

test("[M-2] the twelve entries with their titles and routes, in order", () => {
  expect(menuEntries("PERSONAL").map(({ title, path }) => [title, path])).toEqual([
    ["My Profile", "/profile"],
    ["Active Session", null],
    ["My EV", "/my-vehicle"],
    ["Wallet", "/wallet"],
    ["Favorites", "/tabs/tab3"],
    ["My Usage", "/my-usage"],
    ["Charging History", "/history"],
    ["FAQ", "/faq"],
    ["Support", "/support"],
    ["EV Charging Steps", "/initiate-charging"],
    ["Terms and Conditions", "/tou"],
    ["Privacy Policy", "/privacy"],
  ]);
});

test("[M-3] corporate customers see no Wallet", () => {
  const titles = menuEntries("CORPORATE").map(({ title }) => title);
  expect(titles).toHaveLength(11);
  expect(titles).not.toContain("Wallet");
});
