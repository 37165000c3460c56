import { accounts, provider } from "@voltmarg/contract";
import { beforeAll, expect, test } from "vitest";
import { asProvider } from "@voltmarg/testkit/company";
import { IN_PUNE, MUMBAI } from "@voltmarg/testkit/fixtures/business";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { readPdf } from "@voltmarg/testkit/read-pdf";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator({}, { EINVOICE_URL: "", EINVOICE_TOKEN: "" });
  return () => own.close();
});

test("[B-3] without the setting no invoice is sent, none is called pending, and none alarms", async () => {
  const driver = await own.driver();
  const token = await own.tokenOf(driver);
  const body = { name: "Asha", gst_in: MUMBAI, ...IN_PUNE };
  await own.world.call(accounts.updateUser, { params: { id: driver.id }, body, token });
  const charge = await own.ask(driver);
  await own.tell(charge);
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh: 3, status: "COMPLETED" });
  await own.send(own.record(charge, 3, 600));
  const [bill] = await own.bills(driver);

  const answer = await fetch(`${own.world.url}/api/ocpi/v1/cdrs/${bill!.id}`, {
    headers: { authorization: `Bearer ${await own.tokenOf(driver)}`, accept: "application/pdf" },
  });
  const pdf = JSON.stringify(readPdf(Buffer.from(await answer.arrayBuffer())));
  expect(pdf).toContain("4 Mill Road");
  expect(pdf).not.toContain("Portal");
  await own.world.service.registerDocuments();
  await own.world.drain();
  const { content } = (
    await own.world.call(provider.listGstDocuments, { ...asProvider, query: {} })
  ).body;
  expect(content).toMatchObject([{ cdr_id: bill!.id, state: "NOT_DUE", lacks_address: false }]);
  const metrics = await (await fetch(`${own.world.url}/metrics`)).text();
  expect(metrics).toMatch(/^invoice_unregistered_seconds 0$/m);
  const number = content[0]!.number;
  const refused = await own.world.refused(provider.registerAgain, {
    ...asProvider,
    body: { number },
  });
  expect(refused.body.code).toBe("CONFLICT");
});
