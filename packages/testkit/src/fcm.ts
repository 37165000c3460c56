import { createPublicKey, generateKeyPairSync, randomBytes, verify } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type FcmMessage = {
  token: string;
  data?: Record<string, string>;
  notification?: { title: string; body: string };
  android?: {
    ttl?: string;
    priority?: string;
    collapse_key?: string;
    notification?: { tag?: string; title?: string; body_loc_key?: string };
  };
  apns?: { headers?: Record<string, string>; payload?: unknown };
};
export type FcmAnswer = { status: number; body?: unknown; headers?: Record<string, string> };

export type Fcm = {
  env: Record<string, string>;
  sent: FcmMessage[];
  /** How often an access token was requested. */
  grants(): number;
  /** How often an Apple token was registered. */
  imports(): number;
  /** Invalidates the access tokens issued so far. */
  forget(): void;
  answerBy(answer: (message: FcmMessage) => FcmAnswer | null): void;
  close(): Promise<void>;
};

const IOS_APP = "example.voltmarg";

/** An error in Google's format. */
export const fcmError = (status: number, errorCode: string, field?: string): FcmAnswer => ({
  status,
  body: {
    error: {
      code: status,
      status: errorCode,
      details: [
        { "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", errorCode },
        ...(field
          ? [{ "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: [{ field }] }]
          : []),
      ],
    },
  },
});

/** Google's token endpoint and FCM HTTP v1, over real HTTP: the assertion is verified as RFC 7523 says. */
export async function startFcm(): Promise<Fcm> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const sent: FcmMessage[] = [];
  let grants = 0;
  let imports = 0;
  let access = "";
  let answerBy: Parameters<Fcm["answerBy"]>[0] = () => null;
  const server = createServer((request, response) => {
    void (async () => {
      let text = "";
      for await (const part of request) text += String(part);
      const say = ({ status, body = {}, headers = {} }: FcmAnswer) =>
        response
          .writeHead(status, { "content-type": "application/json", ...headers })
          .end(JSON.stringify(body));
      if (request.url === "/token") {
        if (!isAssertion(new URLSearchParams(text)))
          return say({ status: 400, body: { error: "invalid_grant" } });
        grants++;
        access = randomBytes(12).toString("hex");
        return say({ status: 200, body: { access_token: access, expires_in: 3599 } });
      }
      if (request.url === "/iid/v1:batchImport") {
        const asked = JSON.parse(text) as {
          application: string;
          sandbox: boolean;
          apns_tokens: string[];
        };
        const right =
          asked.application === IOS_APP && request.headers["access_token_auth"] === "true";
        if (!right || request.headers.authorization !== `Bearer ${access}`)
          return say({ status: 401 });
        imports++;
        const results = asked.apns_tokens.map((apns_token) =>
          apns_token.startsWith("00")
            ? { apns_token, status: "INVALID_ARGUMENT" }
            : { apns_token, status: "OK", registration_token: `imported:${apns_token}` },
        );
        return say({ status: 200, body: { results } });
      }
      if (request.url !== "/v1/projects/voltmarg-test/messages:send") return say({ status: 404 });
      if (request.headers.authorization !== `Bearer ${access}`)
        return say({ status: 401, body: { error: { status: "UNAUTHENTICATED" } } });
      const { message } = JSON.parse(text) as { message: FcmMessage };
      sent.push(message);
      return say(
        answerBy(message) ?? { status: 200, body: { name: "projects/voltmarg-test/messages/1" } },
      );
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const isAssertion = (form: URLSearchParams): boolean => {
    const [head = "", claims = "", signature = ""] = (form.get("assertion") ?? "").split(".");
    const said = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, unknown>;
    return (
      form.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer" &&
      verify(
        "sha256",
        Buffer.from(`${head}.${claims}`),
        createPublicKey(publicKey.export({ type: "spki", format: "pem" })),
        Buffer.from(signature, "base64url"),
      ) &&
      said["iss"] === "push@voltmarg-test.iam.example" &&
      said["aud"] === `${url}/token` &&
      said["scope"] === "https://www.googleapis.com/auth/firebase.messaging"
    );
  };
  return {
    env: {
      FCM_BASE_URL: url,
      FCM_IID_BASE_URL: url,
      FCM_IOS_APP: IOS_APP,
      FCM_SERVICE_ACCOUNT: JSON.stringify({
        project_id: "voltmarg-test",
        client_email: "push@voltmarg-test.iam.example",
        private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
        token_uri: `${url}/token`,
      }),
    },
    sent,
    grants: () => grants,
    imports: () => imports,
    forget: () => {
      access = "";
    },
    answerBy: (answer) => {
      answerBy = answer;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
