import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

/** X.690 DER encoding: a tag, the length, the content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length: number[] = [];
  for (let left = content.length; left > 0; left >>= 8) length.unshift(left & 255);
  const head = content.length < 128 ? [content.length] : [128 + length.length, ...length];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
/** A positive integer: DER requires a leading zero byte before a set first bit, and nowhere else. */
const positive = (bytes: Buffer) => der(0x02, Buffer.from([0, 128 | bytes[0]!]), bytes.subarray(1));
const octets = (...parts: Buffer[]) => der(0x04, ...parts);
const time = (at: Date) =>
  der(
    0x17,
    Buffer.from(
      `${at
        .toISOString()
        .replaceAll(/[-:T]|\..*/g, "")
        .slice(2)}Z`,
    ),
  );

const ECDSA_SHA256 = "2a8648ce3d040302";
const COMMON_NAME = "550403";
const ALTERNATIVE_NAMES = "551d11";
const CONSTRAINTS = "551d13";
const YES = der(0x01, Buffer.from([255]));

/** A key and a certificate for this machine (RFC 5280), valid for a day, in PEM. */
function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(oid(ECDSA_SHA256));
  // A unique name: with two trusted certificates of one name, the wrong one might be used.
  const called = Buffer.from(`stand-in ${randomBytes(8).toString("hex")}`);
  const name = sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, called))));
  const now = Date.now();
  const names = sequence(
    der(0x82, Buffer.from("localhost")),
    der(0x87, Buffer.from([127, 0, 0, 1])),
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    positive(randomBytes(8)),
    algorithm,
    name,
    sequence(time(new Date(now - 3_600_000)), time(new Date(now + 86_400_000))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(
      0xa3,
      sequence(
        sequence(oid(ALTERNATIVE_NAMES), octets(names)),
        sequence(oid(CONSTRAINTS), YES, octets(sequence(YES))),
      ),
    ),
  );
  const signature = sign("sha256", body, privateKey);
  const whole = sequence(body, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = whole
    .toString("base64")
    .match(/.{1,64}/g)!
    .join("\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

/** Adds a certificate to those this process trusts. */
export function trustedPair(): { key: string; cert: string } {
  const pair = selfSigned();
  setDefaultCACertificates([...getCACertificates("default"), pair.cert]);
  return pair;
}
