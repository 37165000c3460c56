import { expect, test } from "vitest";
import { followDeepLink, urlLink, pushLink, takeDeepLink } from "./deep-link.ts";

test("[S-8] a notification opens one of the two screens it may name, and the list otherwise", () => {
  expect(pushLink("charging_summary")).toEqual({ push: "charging_summary" });
  expect(pushLink("active_session")).toEqual({ push: "active_session" });
  expect(pushLink("trip")).toEqual({ push: "trip" });
  expect(pushLink("trip:trp_0192-a")).toEqual({ path: "/trip?id=trp_0192-a" });
  for (const wrong of [
    undefined,
    null,
    "",
    "/wallet",
    "https://evil.example",
    "javascript:x",
    {},
    "trip:",
    "trip:../wallet",
  ])
    expect(pushLink(wrong)).toEqual({ push: "notifications" });
});

test("[S-8] [T-8] a link opens a screen of ours that does nothing by being opened, and no other", () => {
  const ours = ["voltmarg.example"];
  expect(urlLink("https://voltmarg.example/charging-details/loc_1?evse=2", ours)).toEqual({
    path: "/charging-details/loc_1?evse=2",
  });
  expect(urlLink("https://voltmarg.example/tabs/tab1", ours)).toEqual({ path: "/tabs/tab1" });
  for (const path of ["/trip?id=trp_1", "/trips/shared/abc_-1"])
    expect(urlLink(`https://voltmarg.example${path}`, ours)).toEqual({ path });
  for (const wrong of [
    "http://voltmarg.example/wallet",
    "https://evil.example/wallet",
    "https://voltmarg.example@evil.example/wallet",
    "https://me@voltmarg.example/wallet",
    "https://voltmarg.example//evil.example",
    "https://voltmarg.example/url-config",
    "https://voltmarg.example/estimate-money?location=1",
    "https://voltmarg.example/add-money?amount=500",
    "https://voltmarg.example/charging-details/1/../../url-config",
    "voltmarg://wallet",
    "javascript:alert(1)",
    "",
  ])
    expect(urlLink(wrong, ours), wrong).toBeNull();
});

test("[S-8] who came is kept until somebody takes them, once", () => {
  followDeepLink(null);
  expect(takeDeepLink()).toBeNull();
  followDeepLink({ push: "charging_summary" });
  followDeepLink({ path: "/wallet" });
  expect(takeDeepLink()).toEqual({ path: "/wallet" });
  expect(takeDeepLink()).toBeNull();
});
