/** Every notation of an address that leads to this machine, its network or the cloud's metadata services. */
const LITERALS =
  `127.0.0.1 127.1 127.0.1 127.255.255.254 2130706433 017700000001 0x7f000001 0x7f.0.0.1 0177.0.0.1
  0x7F.0x0.0x0.0x1 127.0x0.0.1 0.0.0.0 0 127.0.0.1. [::1] [0:0:0:0:0:0:0:1] [0000::0001] [::] [::ffff:127.0.0.1]
  [::ffff:7f00:1] [::127.0.0.1] [0:0:0:0:0:ffff:7f00:0001] [64:ff9b::7f00:1] [64:ff9b::127.0.0.1] [2002:7f00:1::1]
  [::ffff:0:7f00:1] ①②⑦.⓪.⓪.① １２７．０．０．１ 127。0。0。1 127%2e0%2e0%2e1 10.0.0.1 10.1 167772161 172.16.0.1
  172.31.255.254 192.168.0.1 192.168.1.254 100.64.0.1 169.254.169.254 2852039166 0xa9fea9fe 0251.0376.0251.0376
  [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [fe80::1] [fd00:ec2::254] [fc00::1] [fec0::1] 192.0.0.192 198.18.0.1
  224.0.0.1 240.0.0.1 255.255.255.255 [ff02::1]`
    .trim()
    .split(/\s+/);

/** Host names and their successive DNS answers; the last answer repeats. */
export const NAMES: Readonly<Record<string, readonly string[]>> = {
  localhost: ["127.0.0.1", "::1"],
  "localhost.": ["127.0.0.1"],
  "sub.localhost": ["127.0.0.1"],
  "loopback.example": ["127.0.0.1"],
  "loopback6.example": ["::1"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "private.example": ["10.0.0.7", "192.168.7.7"],
  "metadata.example": ["169.254.169.254"],
  "metadata.google.internal": ["169.254.169.254"],
  "unique-local.example": ["fd00::1"],
  "all-private.example": ["10.0.0.1", "127.0.0.1", "::1"],
  "evil.push.example": ["127.0.0.1"],
  "unspecified.example": ["0.0.0.0"],
  "unspecified6.example": ["::"],
};

/** URLs in every scheme and disguise, with the port of the listener. */
export function hostileUrls(port: number): string[] {
  const hosts = [...LITERALS, ...Object.keys(NAMES)];
  const plain = hosts.flatMap((host) => [`https://${host}:${port}/x`, `http://${host}:${port}/x`]);
  const disguised = [
    `https://peer.example@127.0.0.1:${port}/`,
    `https://peer.example:443@127.0.0.1:${port}/`,
    `https://127.0.0.1:${port}#@peer.example/`,
    `https://127.0.0.1:${port}?@peer.example/`,
    `https://127.0.0.1:${port}\\@peer.example/`,
    `https:\\\\127.0.0.1:${port}\\`,
    `https:127.0.0.1:${port}`,
    `https:///127.0.0.1:${port}/`,
    ` https://127.0.0.1:${port}/`,
    `\thttps://127.0.0.1:${port}/`,
    `ht\ntps://127.0.0.1:${port}/`,
    `HTTPS://LOCALHOST:${port}/`,
    `//127.0.0.1:${port}/`,
    `/x`,
    `ftp://127.0.0.1:${port}/`,
    `gopher://127.0.0.1:${port}/_GET`,
    `file:///etc/passwd`,
    `data:application/json,{}`,
    `javascript:1`,
    `blob:https://127.0.0.1:${port}/1`,
    `ws://127.0.0.1:${port}/`,
    `unix:/var/run/docker.sock`,
    `http://unix:/var/run/docker.sock:/x`,
    ``,
  ];
  return [...plain, ...disguised];
}
