import { Agent, request } from "node:http";

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
