import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { partners } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { openPartner, type Partner } from "@voltmarg/testkit/partner";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let world: Harness;
let operator: Partner;
const host = createServer((request, response) => {
  response.writeHead(200, { "content-type": "image/png" });
  response.end(request.url === "/logo.png" ? PNG : "<svg><script>1</script></svg>");
});

beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  world = await startHarness({ locations: 0, operators: false });
  operator = await openPartner(world, "TST");
});
afterAll(async () => {
  await world.stop();
  await operator.close();
  host.close();
});

/** Stores the operator's role with this logo. */
async function storeLogo(logo: object | undefined): Promise<string> {
  const business_details = { name: "Urjapath", ...(logo && { logo }) };
  const roles = [{ role: "CPO", country_code: "IN", party_id: "TST", business_details }];
  const found = await world.database.pool.query(
    "update operator set roles = $1, registered_at = coalesce(registered_at, created_at) returning id",
    [JSON.stringify(roles)],
  );
  return (found.rows as { id: string }[])[0]!.id;
}

test("[L-10] an operator's logo is served by us, if it is a picture", async () => {
  const at = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const driver = await world.signUp();
  const logo = (name: string) => ({ url: `${at}/${name}`, category: "OPERATOR", type: "png" });

  const id = await storeLogo(logo("logo.png"));
  const { body } = await world.call(partners.searchPartners, { query: {}, token: driver.token });
  expect(body.content.find((one) => one.id === id)?.logo?.url).toBe(`${at}/logo.png`);
  const shown = await fetch(`${world.url}/logos/${id}`);
  expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(shown.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(PNG);

  await storeLogo(logo("script.svg"));
  expect((await fetch(`${world.url}/logos/${id}`)).status).toBe(404);
  await storeLogo({ ...logo("logo.png"), url: "file:///etc/passwd" });
  expect((await fetch(`${world.url}/logos/${id}`)).status).toBe(404);
  await storeLogo(undefined);
  expect((await fetch(`${world.url}/logos/${id}`)).status).toBe(404);
  expect((await fetch(`${world.url}/logos/absent`)).status).toBe(404);
});
