import { isIPv6 } from "node:net";

/**
 * What counts as one address: an IPv4 address, also where it is written as IPv6, or the /64 of an IPv6 one, which is the
 * least that one connection is given (RFC 6177). `2001:db8:1:2::/64` for the latter.
 */
export function addressBlock(address: string): string {
  const bare = address.split("%")[0]!;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  if (mapped) return mapped[1]!;
  if (!isIPv6(bare)) return bare;
  const [head = "", tail] = bare.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  // Only the first half counts; an IPv4 address at the end takes two places, of which none is in it.
  const size = (list: string[]) => list.length + (list.at(-1)?.includes(".") ? 1 : 0);
  const first = groups(head);
  const last = groups(tail ?? "");
  const zeros = tail === undefined ? 0 : 8 - size(first) - size(last);
  const all = [...first, ...Array<string>(zeros).fill("0"), ...last];
  const half = all.slice(0, 4).map((group) => parseInt(group, 16).toString(16));
  return `${half.join(":")}::/64`;
}
