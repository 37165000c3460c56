import { describe, expect, test } from "vitest";
import { ask, cpo, refusal } from "../../test/loopback.ts";
import { tariff } from "../../test/objects.ts";
import { area, oneTariff, provider } from "../../test/provider.ts";

describe("the caller", () => {
  test.each(["", "Bearer token-c", "Token guess"])(
    "%j opens nothing: 401, and says how",
    async (authorization) => {
      for (const path of [
        "/ocpi/versions",
        "/ocpi/2.2.1",
        `${area}/credentials`,
        oneTariff,
        "/else",
      ]) {
        const { status, headers, envelope } = await ask(provider().server, "GET", path, "", {
          authorization,
        });
        expect([status, headers["www-authenticate"]], path).toEqual([401, "Token"]);
        expect(envelope).toMatchObject({
          status_code: 2000,
          status_message: "unknown credentials token",
        });
      }
    },
  );

  test.each([
    ["/ocpi/versions", 200],
    ["/ocpi/2.2.1", 200],
    [`${area}/credentials`, 200],
    [oneTariff, 401],
    [`${area}/horoscopes`, 401],
    ["/else", 401],
  ])("a token for registration: GET %s is %i", async (path, expected) => {
    const { server, contexts } = provider({
      authenticate: () => ({ registered: false, parties: [cpo] }),
    });
    const { status, headers, envelope } = await ask(server, "GET", path);
    expect(status).toBe(expected);
    expect(contexts).toEqual([]);
    if (expected === 401) {
      expect(headers["www-authenticate"]).toBe("Token");
      expect(envelope.status_message).toBe("this token is for registration only");
    }
  });

  test.each([
    ["/ocpi/versions", false],
    ["/else", false],
    [`${area}/credentials`, false],
    [`${area}/hubclientinfo/IN/CPX`, false],
    [oneTariff, true],
  ])("whoever knows the tokens hears whether %s is functional: %s", async (path, expected) => {
    const heard: unknown[] = [];
    const authenticate = (secret: string, functional: boolean) => (
      heard.push([secret, functional]),
      null
    );
    await ask(provider({ authenticate }).server, "GET", path);
    await ask(provider({ authenticate }).server, "GET", path, "", {
      authorization: "Token dG9rZW4tYw==",
    });
    expect(heard).toEqual([
      ["token-c", expected],
      ["token-c", expected],
      ["dG9rZW4tYw==", expected],
    ]);
  });

  test.each([
    [true, "POST", "already registered: use PUT"],
    [false, "PUT", "not registered yet: use POST"],
    [false, "DELETE", "not registered"],
  ])("registered %s: %s of credentials is 405", async (registered, method, message) => {
    const { server } = provider({ authenticate: () => ({ registered, parties: [cpo] }) });
    const answer = await ask(server, method, `${area}/credentials`);
    expect([answer.status, answer.headers["allow"]]).toEqual([405, "GET, POST, PUT, DELETE"]);
    expect(answer.envelope).toMatchObject({ status_code: 2000, status_message: message });
  });

  test("an invalid credentials object is 2001; a registered peer may unregister", async () => {
    const body = { token: "b", url: "https://peer.example/versions" };
    expect(await refusal(provider().server, "PUT", `${area}/credentials`, body)).toEqual([
      200,
      2001,
      "roles: array expected",
    ]);
    const left = await ask(provider().server, "DELETE", `${area}/credentials`);
    expect([left.status, left.envelope.status_code]).toEqual([200, 1000]);
  });
});

describe("rate limits", () => {
  const entering = () => {
    const inside: string[] = [];
    const enter = () => (inside.push("in"), { ok: true as const, leave: () => inside.push("out") });
    return { inside, enter };
  };

  test("too many calls are 429 with the seconds to wait, and no handler is called", async () => {
    const { server, contexts } = provider({
      enter: () => ({ ok: false, retryAfterSeconds: 7 }),
    });
    const { status, headers, envelope } = await ask(server, "PUT", oneTariff, tariff);
    expect([status, headers["retry-after"]]).toEqual([429, "7"]);
    expect(envelope).toMatchObject({
      status_code: 2000,
      status_message: "too many requests, come again later",
    });
    expect(contexts).toEqual([]);
  });

  test.each([
    ["PUT", oneTariff, 200],
    ["GET", "/ocpi/versions", 200],
    ["GET", "/else", 404],
    ["GET", `${area}/tokens`, 200],
  ])("who was let in by %s %s leaves again, once", async (method, path) => {
    const { inside, enter } = entering();
    await ask(provider({ enter }).server, method, path, method === "PUT" ? tariff : "");
    expect(inside).toEqual(["in", "out"]);
  });

  test("unknown callers are not counted", async () => {
    const { inside, enter } = entering();
    await ask(provider({ enter }).server, "GET", "/ocpi/versions", "", { authorization: "" });
    expect(inside).toEqual([]);
  });
});
