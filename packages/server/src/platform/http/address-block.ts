import { isIPv6 } from "node:net";

/**
 * The part of an address that rate limits count by: a whole IPv4 address, also in its IPv6 form, or the /64 of an IPv6
 * address, such as `2001:db8:1:2::/64`, which is the least that one connection gets (RFC 6177).
 */
export function addressBlock(address: string): string {
  const bare = address.split("%")[0]!;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  if (mapped) return mapped[1]!;
  if (!isIPv6(bare)) return bare;
  const [head = "", tail] = bare.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  // Only the first four groups count. An IPv4 address at the end has the size of two groups, and none of them is among
  // these four.
  const size = (list: string[]) => list.length + (list.at(-1)?.includes(".") ? 1 : 0);
  const first = groups(head);
  const last = groups(tail ?? "");
  const zeros = tail === undefined ? 0 : 8 - size(first) - size(last);
  const all = [...first, ...Array<string>(zeros).fill("0"), ...last];
  const half = all.slice(0, 4).map((group) => parseInt(group, 16).toString(16));
  return `${half.join(":")}::/64`;
}

/** How the blocks of one provider's network begin, a /16 of IPv4 or a /32 of IPv6: within it a caller moves at will. */
export const networkOf = (block: string): string =>
  block
    .split(/(?<=[.:])/)
    .slice(0, 2)
    .join("");
