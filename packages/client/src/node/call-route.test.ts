import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wallet } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Refusal } from "../refusal.ts";
import { callRoute, fetchDocument, saveDocument } from "./call-route.ts";

let answer: (response: ServerResponse) => void;
let headers: IncomingHttpHeaders;
let url: string;
let folder: string;
const server = createServer((request, response) => {
  ({ headers } = request);
  answer(response);
});
const input = { token: "t", params: { userId: "u" } };

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), "call-route-"));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

test("an answer that is not what the contract says is an error", async () => {
  answer = (response) => void response.end("{}");
  await expect(callRoute(url, wallet.listMovements, input)).rejects.toThrow("invalid_type");
});

test("a document is asked for by its media type and read as it is", async () => {
  answer = (response) => void response.end(Buffer.from([0, 255, 10]));
  const document = await fetchDocument(url, wallet.listMovements, "text/csv", input);
  expect([...document]).toEqual([0, 255, 10]);
  expect(headers).toMatchObject({ accept: "text/csv", authorization: "Bearer t" });
});

test("a saved document is whole, for its owner alone, in the place of the one before", async () => {
  const file = join(folder, "whole.csv");
  await writeFile(file, "the one before, which was longer");
  answer = (response) => void response.end("a,₹");
  expect(await saveDocument(url, wallet.listMovements, file, input)).toBe(5);
  expect(await readFile(file, "utf8")).toBe("a,₹");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["whole.csv"]);
});

test("an empty document is an empty file", async () => {
  const file = join(folder, "empty.csv");
  answer = (response) => void response.writeHead(204).end();
  expect(await saveDocument(url, wallet.listMovements, file, input)).toBe(0);
  await rm(file);
});

test("of a document that breaks off nothing is kept, and the reason is a sentence", async () => {
  answer = (response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write("a,b", () => response.destroy());
  };
  const error: unknown = await saveDocument(
    url,
    wallet.listMovements,
    join(folder, "half.csv"),
    input,
  ).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Refusal);
  expect(error).toMatchObject({
    status: 0,
    code: "UNAVAILABLE",
    sentence: "The answer broke off; nothing of it was kept.",
  });
  expect(await readdir(folder)).toEqual(["whole.csv"]);
});

test("a file that cannot be written is the disk's error, not the service's", async () => {
  answer = (response) => void response.end("a,b");
  const nowhere = join(folder, "missing", "file.csv");
  await expect(saveDocument(url, wallet.listMovements, nowhere, input)).rejects.toMatchObject({
    code: "ENOENT",
  });
});
