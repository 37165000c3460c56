import { Agent, request } from "node:http";
import type { StubPartner } from "@voltmarg/testkit/stub-partner";

const agent = new Agent({ keepAlive: true });

/** Sends an operator's push. Whether it was accepted. By `node:http`, which leaves the service more processor than `fetch`. */
export const push = (
  method: string,
  url: string,
  authorization: string,
  body: unknown,
): Promise<boolean> =>
  new Promise((resolve) => {
    const text = JSON.stringify(body);
    const headers = {
      authorization,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    };
    const sent = request(url, { method, agent, headers }, (response) => {
      let answer = "";
      response.setEncoding("utf8");
      response.on("data", (some: string) => (answer += some));
      response.on("close", () => resolve(answer.includes('"status_code":1000')));
    });
    sent.on("error", () => resolve(false));
    sent.end(text);
  });

/** Pushes the status of one EVSE of a stub partner, `P3-1`; true when it was accepted. */
export function pushStatus(
  { party, receiver, authorization }: StubPartner,
  uid: string,
  status: string,
): Promise<boolean> {
  const place = uid.split("-")[0];
  const at = `${receiver}/locations/${party.country_code}/${party.party_id}/${place}/${uid}`;
  const body = { status, last_updated: new Date().toISOString() };
  return push("PATCH", at, authorization, body);
}
