import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** A software authenticator: it creates passkeys and signs with them as specified by WebAuthn level 2 (§6.1, §6.5). */
export type Authenticator = ReturnType<typeof createAuthenticator>;
type Held = { id: Buffer; key: KeyObject; userHandle: string; counter: number };
type Asked = { challenge: string; rp?: { id?: string }; rpId?: string; user?: { id: string } };
/** Faults of a page or a device. */
type Twist = { origin?: string; rpId?: string; verified?: boolean; type?: string };

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

export function createAuthenticator(origin: string) {
  const held: Held[] = [];
  const clientData = (type: string, challenge: string, of: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: of, crossOrigin: false }));
  const flagsOf = (twist: Twist) => PRESENT | (twist.verified === false ? 0 : VERIFIED);

  return {
    held,
    /** Creates a passkey; returns what `navigator.credentials.create` gives, in JSON. */
    make(options: Asked, twist: Twist = {}) {
      const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const id = randomBytes(32);
      const jwk = publicKey.export({ format: "jwk" });
      const cose = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(jwk.x!, "base64url")],
          [-3, Buffer.from(jwk.y!, "base64url")],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const head = headOf(twist.rpId ?? options.rp?.id ?? "", flagsOf(twist) | ATTESTED, 0);
      const authData = Buffer.concat([head, Buffer.alloc(16), length, id, cose]);
      held.push({ id, key: privateKey, userHandle: options.user?.id ?? "", counter: 0 });
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]);
      const data = clientData(
        twist.type ?? "webauthn.create",
        options.challenge,
        twist.origin ?? origin,
      );
      return {
        id: id.toString("base64url"),
        rawId: id.toString("base64url"),
        type: "public-key" as const,
        response: {
          clientDataJSON: data.toString("base64url"),
          attestationObject: cbor(attestation).toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    /** Signs in with one of its passkeys; returns what `navigator.credentials.get` gives, in JSON. */
    sign(options: Asked, with_: Held, twist: Twist & { counter?: number } = {}) {
      with_.counter = twist.counter ?? with_.counter + 1;
      const head = headOf(twist.rpId ?? options.rpId ?? "", flagsOf(twist), with_.counter);
      const data = clientData(
        twist.type ?? "webauthn.get",
        options.challenge,
        twist.origin ?? origin,
      );
      const hashed = createHash("sha256").update(data).digest();
      const signature = sign("sha256", Buffer.concat([head, hashed]), with_.key);
      return {
        id: with_.id.toString("base64url"),
        rawId: with_.id.toString("base64url"),
        type: "public-key" as const,
        response: {
          clientDataJSON: data.toString("base64url"),
          authenticatorData: head.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: with_.userHandle,
        },
      };
    },
  };
}

function headOf(rpId: string, flags: number, counter: number): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt8(flags);
  rest.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash("sha256").update(rpId).digest(), rest]);
}

/** The part of CBOR (RFC 8949) that an attestation needs: small integers, texts, bytes and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === "number") return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  if (typeof value === "string")
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map) {
    const parts = [...value].flatMap(([name, each]) => [cbor(name), cbor(each)]);
    return Buffer.concat([cborHead(5, value.size), ...parts]);
  }
  throw new TypeError("not in an attestation");
}

function cborHead(major: number, n: number): Buffer {
  if (n < 24) return Buffer.from([(major << 5) | n]);
  if (n < 256) return Buffer.from([(major << 5) | 24, n]);
  return Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
}
