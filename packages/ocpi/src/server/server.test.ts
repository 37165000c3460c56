import { describe, expect, test } from "vitest";
import { ask, cpo, serverOf } from "../../test/loopback.ts";
import { location, tariff } from "../../test/objects.ts";
import { area, oneTariff, provider } from "../../test/provider.ts";
import { done, type Credentials, type Found, type Peer, type ServerOptions } from "../index.ts";

describe("a caller whose body is not read yet", () => {
  test.each([
    [{}, true],
    [{ authorization: "Token guess" }, true],
    [{ authorization: "Token token-c" }, false],
    [{ Authorization: "Token dG9rZW4tYw==" }, false],
  ])("with %j is refused: %s", async (headers, isRefused) => {
    const answer = await provider().server.refuseStranger(headers);
    if (!isRefused) return expect(answer).toBeNull();
    expect(answer).toMatchObject({
      status: 401,
      headers: { "content-type": "application/json", "www-authenticate": "Token" },
    });
    expect(JSON.parse(answer!.body)).toMatchObject({
      status_code: 2000,
      status_message: "unknown credentials token",
    });
  });

  test("is not yet a caller of a functional module", async () => {
    const heard: unknown[] = [];
    const { server } = provider({ authenticate: (...asked) => (heard.push(asked), null) });
    await server.refuseStranger({ authorization: "Token a:b" });
    expect(heard).toEqual([["a:b", false]]);
  });
});

describe("a peer", () => {
  test("finds each module once in the version details, with its role and address", async () => {
    const { envelope } = await ask(provider().server, "GET", "/ocpi/2.2.1");
    const url = (module: string) => `https://peer.example${area}/${module}`;
    expect(envelope.data).toEqual({
      version: "2.2.1",
      endpoints: [
        { identifier: "credentials", role: "RECEIVER", url: url("credentials") },
        { identifier: "tariffs", role: "RECEIVER", url: url("tariffs") },
        { identifier: "tokens", role: "SENDER", url: url("tokens") },
      ],
    });
  });

  test.each([
    ["POST", oneTariff, "GET, PUT, DELETE"],
    ["PUT", `${area}/tokens`, "GET"],
    ["GET", `${area}/tokens/driver-7/authorize`, "POST"],
    ["DELETE", "/ocpi/versions", "GET"],
    ["DELETE", "/ocpi/2.2.1", "GET"],
  ])("that calls %s %s is told what is allowed: %s", async (method, path, allowed) => {
    const { status, headers } = await ask(provider().server, method, path);
    expect(status).toBe(405);
    expect(headers["allow"]!.split(", ").toSorted()).toEqual(allowed.split(", ").toSorted());
  });

  test.each([
    [`${area}/tariffs/IN/CPX`, 404],
    [`${area}/tariffs/IN/CPX/T-1/more`, 404],
    [`${area}/tariffs/IN//T-1`, 404],
    [`${area}/tariffs//CPX/T-1`, 404],
    [`${area}/tokens//authorize`, 404],
    [`${area}tariffs/IN/CPX/T-1`, 404],
    [`${area}/tariffs/IN/CPX/T%2F1`, 200],
    [`${area}/tariffs/IN/CPX/T-1/`, 200],
  ])("gets from %s HTTP %i", async (path, status) => {
    expect((await ask(provider().server, "GET", path)).status).toBe(status);
  });

  test("is let in by the first of its token's forms that is known", async () => {
    const tried: string[] = [];
    const { server, contexts } = provider({
      authenticate: (secret) => {
        tried.push(secret);
        return { registered: true, parties: [cpo] };
      },
    });
    await ask(server, "GET", oneTariff, "", { authorization: "Token dG9rZW4tYw==" });
    expect(tried).toEqual(["token-c"]);
    expect(contexts).toMatchObject([{ token: "token-c" }]);
  });
});

describe("what was not read as sent", () => {
  const odd = { ...tariff, type: {} };
  const put = async (body: unknown, path: string = oneTariff, options = {}) => {
    const found: Found[] = [];
    const { server } = provider({ onFindings: (_, each) => found.push(each), ...options });
    const answer = await ask(server, "PUT", path, body);
    return { found, code: answer.envelope.status_code };
  };

  test("is reported with the module and the ids of the address", async () => {
    const { found, code } = await put(odd);
    expect(code).toBe(1000);
    expect(found).toMatchObject([
      { module: "tariffs", object: "IN/CPX/T-1", findings: [{ path: "type" }] },
    ]);
  });

  test("is reported of a refused body as well", async () => {
    const { found, code } = await put({ ...tariff, elements: "none" });
    expect(code).toBe(2001);
    expect(found).toMatchObject([{ object: "IN/CPX/T-1", findings: [{ outcome: "REFUSED" }] }]);
  });

  test("is not reported when there is nothing of it", async () => {
    expect(await put(tariff)).toEqual({ found: [], code: 1000 });
  });

  test("is not reported of credentials, which are secret", async () => {
    const credentials: Credentials = {
      token: "token-b",
      url: "https://peer.example/ocpi/versions",
      roles: [{ role: "CPO", business_details: { name: "CPX" }, ...cpo }],
    };
    const sent = { ...credentials, roles: credentials.roles[0] };
    expect(await put(sent, `${area}/credentials`)).toMatchObject({ found: [] });
    expect(await put({ token: 7 }, `${area}/credentials`)).toEqual({ found: [], code: 2001 });
  });

  test("is reported with the object's own ids when the address has none", async () => {
    const found: Found[] = [];
    const nothing = () => done();
    const server = serverOf<Peer>({
      role: "EMSP",
      authenticate: () => ({ registered: true, parties: [cpo] }),
      onFindings: (_: Peer, each: Found) => found.push(each),
      handlers: {
        credentials: { get: nothing, post: nothing, put: nothing, delete: nothing },
        cdrs: { post: nothing, get: nothing },
      },
    } as unknown as Parameters<typeof serverOf<Peer>>[0]);
    const sent = { country_code: "IN", party_id: "CPX", id: 7 };
    await ask(server, "POST", `${area}/cdrs`, sent);
    expect(found).toMatchObject([{ module: "cdrs", object: "IN/CPX/7" }]);
  });
});

test("an object without a date counts as changed when it arrived, by the given clock", async () => {
  const heard: unknown[] = [];
  const nothing = () => done();
  const server = serverOf<Peer>({
    role: "EMSP",
    authenticate: () => ({ registered: true, parties: [cpo] }),
    now: () => Date.UTC(2026, 2, 2, 6, 0, 0, 7),
    handlers: {
      credentials: { get: nothing, post: nothing, put: nothing, delete: nothing },
      locations: {
        putLocation: (_: Peer, __: object, sent: { last_updated: string }) => (
          heard.push(sent.last_updated),
          done()
        ),
      },
    },
  } as unknown as ServerOptions<Peer>);
  const { last_updated: _, ...undated } = location;
  await ask(server, "PUT", `${area}/locations/IN/CPX/L-1`, undated);
  expect(heard).toEqual(["2026-03-02T06:00:00.007Z"]);
});
