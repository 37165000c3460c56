import { BlockList, isIP } from "node:net";

// IANA special-purpose registries: all ranges that are not public unicast.
const closed4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];
/**
 * All that is in use of IPv6, and IPv4 in its mapped form, which is the one form that a socket connects as IPv4: it is
 * judged by the IPv4 inside. Everything else is closed, and with it every other form of IPv4 that begins outside
 * 2000::/3: compatible, translated, and NAT64 with both its known prefixes.
 */
const used6: readonly (readonly [string, number])[] = [
  ["2000::", 3],
  ["::ffff:0:0", 96],
];
// In it, what is not public: 2001::/32 is Teredo, 2002::/16 is 6to4.
const closed6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const used = new BlockList();
for (const [net, bits] of used6) used.addSubnet(net, bits, "ipv6");
const closed = new BlockList();
for (const [net, bits] of closed4) closed.addSubnet(net, bits, "ipv4");
for (const [net, bits] of closed6) closed.addSubnet(net, bits, "ipv6");
const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Loopback, IPv4 or IPv6; also an IPv4 address in its IPv6 form. */
const isLoopback = (address: string, family: "ipv4" | "ipv6") => loopback.check(address, family);

/**
 * Whether a partner may use an address: public unicast, and loopback where the profile allows it. Never private,
 * link-local (cloud metadata), carrier-grade NAT, documentation, multicast or translated addresses.
 */
export function mayBeNamed(address: string, loopbackAllowed: boolean): boolean {
  const bare = address.replace(/^\[|\]$/g, "").split("%")[0]!;
  const version = isIP(bare);
  if (version === 0) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  if (isLoopback(bare, family)) return loopbackAllowed;
  return (version === 4 || used.check(bare, family)) && !closed.check(bare, family);
}
