import { expect, test } from "vitest";
import { mayBeNamed } from "./public-address.ts";

const words = (text: string) => text.trim().split(/\s+/);
/** Of the IANA registries of special addresses: one of each range, and the ends of some. */
const PRIVATE_4 =
  words(`0.0.0.0 10.0.0.1 10.255.255.255 100.64.0.1 127.0.0.1 127.1.2.3 169.254.169.254 172.16.0.1
  172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9
  224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255`);
const PRIVATE_6 =
  words(`:: ::1 100::1 2001:10::1 2001:20::1 2001:2::1 2001:db8::1 3fff::1 4000::1 5f00::1 8000::1
  fc00::1 fd12:3456::1 fe80::1 fe80::1%eth0 febf::1 fec0::1 ff02::1 [fd00::1]`);
const PUBLIC =
  words(`1.1.1.1 8.8.8.8 172.32.0.1 100.128.0.1 2606:4700:4700::1111 2400:cb00::1 2a00:1450::1
  2001:4860:4860::8888 2003::1 ::ffff:8.8.8.8 ::ffff:808:808 0:0:0:0:0:ffff:8.8.8.8 [2606:4700:4700::1111]`);

/** The ways to write or carry an IPv4 address in IPv6. */
const FORMS: readonly [string, (dotted: string, hex: string) => string][] = [
  ["mapped", (dotted) => `::ffff:${dotted}`],
  ["mapped, in hex", (_, hex) => `::FFFF:${hex}`],
  ["mapped, in full", (_, hex) => `0:0:0:0:0:ffff:${hex}`],
  ["mapped, in brackets", (dotted) => `[::ffff:${dotted}]`],
  ["mapped, with a zone", (dotted) => `::ffff:${dotted}%eth0`],
  ["translated", (dotted) => `::ffff:0:${dotted}`],
  ["translated, in hex", (_, hex) => `::ffff:0:${hex}`],
  ["compatible", (dotted) => `::${dotted}`],
  ["compatible, in full", (_, hex) => `0:0:0:0:0:0:${hex}`],
  ["NAT64", (dotted) => `64:ff9b::${dotted}`],
  ["NAT64, in hex", (_, hex) => `64:ff9b::${hex}`],
  ["NAT64 of a network", (dotted) => `64:ff9b:1::${dotted}`],
  ["NAT64 of a network, /64", (_, hex) => `64:ff9b:1:fffe:0:${hex}:0`],
  ["6to4", (_, hex) => `2002:${hex}::1`],
  ["6to4, of any host", (dotted, hex) => `2002:${hex}:1::${dotted}`],
  ["Teredo, its server", (_, hex) => `2001:0:${hex}::1`],
  ["Teredo, its client", (_, hex) => `2001:0:4136:e378:8000:63bf:${inverted(hex)}`],
];
const hexOf = (dotted: string) => {
  const [a, b, c, d] = dotted.split(".").map(Number) as [number, number, number, number];
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};
const inverted = (hex: string) =>
  hex
    .split(":")
    .map((part) => (0xffff - Number.parseInt(part, 16)).toString(16))
    .join(":");

test.each([...PRIVATE_4, ...PRIVATE_6])("%s is not public", (address) => {
  expect(mayBeNamed(address, false)).toBe(false);
});

test.each(PUBLIC)("%s is public", (address) => {
  expect(mayBeNamed(address, false)).toBe(true);
});

test.each(FORMS)("no private IPv4 address is public in IPv6: %s", (_, form) => {
  const named = PRIVATE_4.map((dotted) => form(dotted, hexOf(dotted)));
  expect(named.filter((address) => mayBeNamed(address, false))).toEqual([]);
});

test("loopback is allowed in development only, private ranges never", () => {
  for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
    expect([address, mayBeNamed(address, true)]).toEqual([address, true]);
  for (const address of words(`10.0.0.1 169.254.169.254 fd00::1 192.168.1.1 ::ffff:10.0.0.1
    ::ffff:0:127.0.0.1 ::127.0.0.1 64:ff9b::127.0.0.1 2002:7f00:1::1`))
    expect([address, mayBeNamed(address, true)]).toEqual([address, false]);
});

test.each(["", "localhost", "127.1", "0x7f.1", "2130706433", "1.2.3.4.5", "::ffff:0:0:0:0:0:0:1"])(
  "%j is no address",
  (text) => expect(mayBeNamed(text, true)).toBe(false),
);
