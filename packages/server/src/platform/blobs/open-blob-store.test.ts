import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startS3 } from "@voltmarg/testkit/s3-server";
import type { BlobSettings } from "../config/config.ts";
import { openBlobStore } from "./open-blob-store.ts";

const keys = { id: "AKIDTEST", secret: "secret-of-tests" };
let folder: string;
let bucket: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voltmarg-blobs-"));
  bucket = await startS3(keys);
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true });
});

const s3 = (secretAccessKey = keys.secret): BlobSettings => ({
  kind: "s3",
  bucket: "images",
  region: "ap-south-1",
  endpoint: bucket.url,
  accessKeyId: keys.id,
  secretAccessKey,
});
const disk = (): BlobSettings => ({ kind: "disk", folder });

describe.each([
  ["a folder", disk],
  ["a bucket", s3],
])("blobs in %s", (_where, settings) => {
  test("are stored, read and removed byte for byte; a missing blob is null", async () => {
    const store = await openBlobStore(settings());
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 7) % 256));
    expect(await store.get("fil_absent")).toBe(null);
    await store.put("fil_one", bytes);
    await store.put("fil_one", bytes);
    await store.put("fil_two", Buffer.from("two"));
    expect((await store.get("fil_one"))?.equals(bytes)).toBe(true);
    await store.remove("fil_one");
    await store.remove("fil_one");
    expect(await store.get("fil_one")).toBe(null);
    expect((await store.get("fil_two"))?.toString()).toBe("two");
  });
});

test("no blob name leads out of the folder, and no partial file remains in it", async () => {
  const store = await openBlobStore(disk());
  for (const name of ["../x", "a/b", "", ".", "a\0b"])
    await expect(store.put(name, Buffer.from("x"))).rejects.toThrow("not a name");
  await store.put("fil_three", Buffer.from("three"));
  const kept = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = kept.filter((entry) => entry.isFile()).map((entry) => entry.name);
  expect(files.toSorted()).toEqual(["fil_three", "fil_two"]);
});

test("a failed request to the bucket is retried; a wrong key is an error, not a missing blob", async () => {
  const store = await openBlobStore(s3());
  bucket.fail(1);
  await store.put("fil_four", Buffer.from("four"));
  expect([...bucket.objects.keys()]).toContain("/images/fil_four");
  const stranger = await openBlobStore(s3("another secret"));
  await expect(stranger.get("fil_four")).rejects.toThrow();
  await expect(stranger.put("fil_five", Buffer.from("five"))).rejects.toThrow();
  expect([...bucket.objects.keys()]).not.toContain("/images/fil_five");
});
