import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { download, upload } from "@voltmarg/testkit/file-upload";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { hostileFiles } from "@voltmarg/testkit/hostile-files";
import { afterAll, beforeAll, expect, test } from "vitest";

/** A driver may upload forty files a day. */
const FILES_A_DRIVER = 40;
/** The smallest bomb takes more once it is decoded; much of the rest are copies that this test makes. */
const MOST_RSS_MB = 700;

let world: Harness;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voltmarg-files-"));
  world = await startHarness({ locations: 0, operators: false, env: { FILES_DIR: folder } });
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true });
});

test("[A-5] of two hundred hostile files only pictures are kept, as plain JPEG without script or place, in bounded memory", async () => {
  const files = await hostileFiles();
  expect(files.length).toBeGreaterThan(200);
  let driver = await world.signUp();
  // The image decoder's code and tables are loaded before memory is measured.
  await upload(world, driver, files.find(({ takes }) => takes)!.bytes);
  const before = process.memoryUsage().rss;
  let most = before;
  const wrong: string[] = [];
  let kept = 1;
  for (const [n, { name, type, bytes, takes }] of files.entries()) {
    if (n % (FILES_A_DRIVER - 1) === 0) driver = await world.signUp();
    const sent = await upload(world, driver, bytes, { name: `${name}.html`, type });
    most = Math.max(most, process.memoryUsage().rss);
    if (sent.status >= 500 || (sent.status === 200) !== takes)
      wrong.push(`${name}: ${sent.status} ${sent.body.code}`);
    if (sent.status !== 200) continue;
    kept++;
    const got = await download(world, sent.body.data!.url, driver.token);
    const text = got.bytes.toString("latin1");
    if (got.type !== "image/jpeg" || !text.startsWith("\xff\xd8\xff"))
      wrong.push(`${name}: stored as ${got.type}`);
    if (/<script|<svg|evil\.jar|<\?php/i.test(text)) wrong.push(`${name}: can run`);
    if (/Exif|GPS|http:\/\/ns\.adobe/.test(text)) wrong.push(`${name}: tells a place`);
  }
  expect(wrong).toEqual([]);
  expect(kept).toBeGreaterThan(1);
  const stored = await readdir(folder, { recursive: true, withFileTypes: true });
  expect(stored.filter((each) => each.isFile())).toHaveLength(kept);
  expect((most - before) / 1024 / 1024).toBeLessThan(MOST_RSS_MB);
});
