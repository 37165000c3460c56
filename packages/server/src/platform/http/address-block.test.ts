import { expect, test } from "vitest";
import { addressBlock, networkOf } from "./address-block.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8:1::9:0:0:1", "2001:db8:1:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
  ["1:2:3:4:5:6:7::", "1:2:3:4::/64"],
])("[A-1] %s counts as %s", (address, block) => {
  expect(addressBlock(address)).toBe(block);
});

test.each([
  ["203.0.113.7", "203.0."],
  ["20.30.113.7", "20.30."],
  ["2001:db8:1:2::/64", "2001:db8:"],
  ["0:0:0:0::/64", "0:0:"],
])("[A-1] %s is of the network %s", (block, network) => {
  expect(networkOf(block)).toBe(network);
  expect(block.startsWith(network)).toBe(true);
});
