import { beforeEach, expect, test } from "vitest";
import {
  clearPopups,
  dismissPopup,
  openInsufficientBalance,
  queuePopup,
  usePopups,
  visitForPopups,
} from "./popups.ts";

const waiting = () => usePopups.getState().queue.map((popup) => popup.name);
beforeEach(clearPopups);

test("[M-7] both popups wait once each, in their order", () => {
  queuePopup({ name: "add-vehicle" });
  queuePopup({ name: "wallet" });
  queuePopup({ name: "wallet" });
  expect(waiting()).toEqual(["add-vehicle", "wallet"]);
});

test("[M-7] closing the first shows the second", () => {
  queuePopup({ name: "add-vehicle" });
  queuePopup({ name: "wallet" });
  dismissPopup();
  expect(waiting()).toEqual(["wallet"]);
  expect(usePopups.getState().awayOn).toBeNull();
});

test("[M-7] following the first holds the second back until the driver is back from there", () => {
  const arrived = { current: false };
  queuePopup({ name: "add-vehicle" });
  queuePopup({ name: "wallet" });
  dismissPopup("/add-vehicle");
  visitForPopups("/tabs", arrived);
  expect(usePopups.getState().awayOn).toBe("/add-vehicle");
  visitForPopups("/add-vehicle", arrived);
  expect(usePopups.getState().awayOn).toBe("/add-vehicle");
  visitForPopups("/tabs", arrived);
  expect(usePopups.getState().awayOn).toBeNull();
  expect(waiting()).toEqual(["wallet"]);
});

test("[M-6] insufficient balance goes before what waits", () => {
  queuePopup({ name: "add-vehicle" });
  openInsufficientBalance(31_200);
  expect(waiting()).toEqual(["insufficient", "add-vehicle"]);
});
