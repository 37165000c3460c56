import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accounts, files } from "@voltmarg/contract";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { download, upload } from "@voltmarg/testkit/file-upload";
import { sql } from "../../platform/database/database.ts";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";

let world: Harness;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voltmarg-files-"));
  world = await startHarness({ locations: 1, env: { FILES_DIR: folder } });
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true });
});

const RED = { r: 200, g: 30, b: 30 };
const BLUE = { r: 30, g: 30, b: 200 };
/** Left half red, right half blue. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    {
      input: {
        create: { width: Math.floor(width / 2), height, channels: 3, background: BLUE },
      },
      left: Math.ceil(width / 2),
      top: 0,
    },
  ]);
const jpeg = (width = 60, height = 40) => halves(width, height).jpeg().toBuffer();
const own = ({ id, token }: Driver, category: "CUSTOMER" | "TICKET") => ({
  query: { category, category_resource_id: id },
  token,
});
const listed = async (driver: Driver, category: "CUSTOMER" | "TICKET") =>
  (await world.call(files.listFiles, own(driver, category))).body.content;
const blobs = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .toSorted();
async function isReddish(bytes: Buffer, left: number, top: number): Promise<boolean> {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data[0]! > data[2]!;
}

describe("a driver's images", () => {
  test("[A-5] [N-4] a profile image is uploaded, listed, downloaded, replaced and removed", async () => {
    const driver = await world.signUp();
    expect(await listed(driver, "CUSTOMER")).toEqual([]);
    const first = await upload(world, driver, await jpeg(900, 600), { category: "CUSTOMER" });
    expect(first.status).toBe(200);
    const { id, url } = first.body.data!;
    expect(await listed(driver, "CUSTOMER")).toEqual([first.body.data]);
    const image = await download(world, url, driver.token);
    expect([image.status, image.type]).toEqual([200, "image/jpeg"]);
    expect(await sharp(image.bytes).metadata()).toMatchObject({
      format: "jpeg",
      width: 512,
      height: 512,
    });
    // The spec's client passes the url it was given.
    const named = `/api/cms/v1/files/${id}/download?url=${encodeURIComponent(url)}`;
    expect((await download(world, named, driver.token)).bytes.equals(image.bytes)).toBe(true);

    const second = await upload(world, driver, await jpeg(300, 300), { category: "CUSTOMER" });
    expect((await listed(driver, "CUSTOMER")).map((file) => file.id)).toEqual([
      second.body.data!.id,
    ]);
    expect((await download(world, url, driver.token)).status).toBe(404);
    await world.drain();
    expect(await blobs()).not.toContain(id);

    const gone = { params: { id: second.body.data!.id }, token: driver.token };
    await world.call(files.deleteFile, gone);
    expect(await listed(driver, "CUSTOMER")).toEqual([]);
    expect((await world.refused(files.deleteFile, gone)).body.code).toBe("NOT_FOUND");
    await world.drain();
    expect(await blobs()).not.toContain(second.body.data!.id);
  });

  test("[A-5] metadata of the camera is removed, and the picture is rotated upright", async () => {
    const driver = await world.signUp();
    const marked = await halves(80, 40)
      .withExif({
        IFD0: { Make: "Secret Phone" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "18/1 31/1 0/1" },
      })
      .withIccProfile("p3")
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const before = await sharp(marked).metadata();
    expect([before.orientation, before.exif?.includes("Secret Phone")]).toEqual([6, true]);
    const { body } = await upload(world, driver, marked);
    const { bytes } = await download(world, body.data!.url, driver.token);
    const after = await sharp(bytes).metadata();
    expect([after.exif, after.xmp, after.icc, after.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(bytes.includes("Secret Phone")).toBe(false);
    // Turned by a quarter: what was left is on top.
    expect([after.width, after.height]).toEqual([40, 80]);
    expect([await isReddish(bytes, 20, 10), await isReddish(bytes, 20, 70)]).toEqual([true, false]);
  });

  test("[A-5] PNG, GIF and WebP are accepted by their content, not their name; all become JPEG", async () => {
    const driver = await world.signUp();
    const glass = sharp({
      create: { width: 20, height: 20, channels: 4, background: { ...RED, alpha: 0 } },
    });
    const given = [
      await glass.png().toBuffer(),
      await halves(20, 20).gif().toBuffer(),
      await halves(20, 20).webp().toBuffer(),
    ];
    for (const bytes of given) {
      const made = await upload(world, driver, bytes, { name: "x.exe", type: "text/html" });
      expect(made.status).toBe(200);
      const image = await download(world, made.body.data!.url, driver.token);
      expect([image.type, (await sharp(image.bytes).metadata()).format]).toEqual([
        "image/jpeg",
        "jpeg",
      ]);
    }
    // What was see-through lies on white.
    const png = await upload(world, driver, given[0]!);
    const { data } = await sharp((await download(world, png.body.data!.url, driver.token)).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  test("[A-5] a file that is no picture, broken, or only looks like one is refused and not stored", async () => {
    const driver = await world.signUp();
    const whole = await jpeg(200, 200);
    const bomb = await sharp({
      create: { width: 10_000, height: 6_000, channels: 3, background: RED },
    })
      .png()
      .toBuffer();
    const before = await blobs();
    const wrong: [Uint8Array, object][] = [
      [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"), {}],
      [Buffer.from("GIF89a<script>alert(1)</script>"), { name: "a.gif", type: "image/gif" }],
      [Buffer.from("%PDF-1.7"), { type: "image/jpeg" }],
      [whole.subarray(0, whole.length / 2), {}],
      [bomb, {}],
    ];
    for (const [bytes, more] of wrong) {
      const { status, body } = await upload(world, driver, bytes, more);
      expect([status, body.code]).toEqual([400, "FILE_NOT_AN_IMAGE"]);
    }
    const none = await upload(world, driver, whole, { field: "picture" });
    expect([none.status, none.body.code]).toEqual([400, "FILE_MISSING"]);
    const empty = await upload(world, driver, Buffer.alloc(0));
    expect([empty.status, empty.body.code]).toEqual([400, "FILE_MISSING"]);
    const large = await upload(world, driver, Buffer.alloc(12 * 1024 * 1024 + 1));
    expect([large.status, large.body.code]).toEqual([413, "FILE_TOO_LARGE"]);
    const kind = await upload(world, driver, whole, { category: "STATION" });
    expect([kind.status, kind.body.code]).toEqual([400, "INVALID_INPUT"]);
    expect(await blobs()).toEqual(before);
    expect(await listed(driver, "TICKET")).toEqual([]);
  });

  test("[A-5] a body that is no form is refused, and not read if nobody is signed in", async () => {
    const driver = await world.signUp();
    const send = (headers: Record<string, string>, body: string) =>
      fetch(
        `${world.url}/api/cms/v1/files/upload?category=TICKET&category_resource_id=${driver.id}`,
        { method: "POST", headers, body },
      );
    const signedIn = { authorization: `Bearer ${driver.token}` };
    const json = await send({ ...signedIn, "content-type": "application/json" }, "{}");
    const half = await send(
      { ...signedIn, "content-type": "multipart/form-data; boundary=x" },
      "--x\r\nContent-Disposition: form-data; name=file; filename=a\r\n\r\nhalf",
    );
    for (const answer of [json, half])
      expect(await answer.json()).toMatchObject({ status: 400, code: "FILE_MISSING" });
    const stranger = await send({ "content-type": "text/plain" }, "x".repeat(100_000));
    expect(stranger.status).toBe(401);
  });

  test("nobody else can read, list, replace or remove them", async () => {
    const owner = await world.signUp();
    const other = await world.signUp();
    const { body } = await upload(world, owner, await jpeg(), { category: "CUSTOMER" });
    const { id, url } = body.data!;
    const absent = await download(world, "/api/cms/v1/files/fil_absent/download", other.token);
    const theirs = await download(world, url, other.token);
    expect([theirs.status, theirs.bytes.toString()]).toEqual([404, absent.bytes.toString()]);
    const query = { category: "CUSTOMER", category_resource_id: owner.id } as const;
    const list = await world.refused(files.listFiles, { query, token: other.token });
    expect(list.body.code).toBe("NOT_FOUND");
    const planted = await upload(world, other, await jpeg(), {
      category: "CUSTOMER",
      resource: owner.id,
    });
    expect([planted.status, planted.body.code]).toEqual([404, "NOT_FOUND"]);
    const gone = await world.refused(files.deleteFile, { params: { id }, token: other.token });
    expect(gone.body.code).toBe("NOT_FOUND");
    expect((await listed(owner, "CUSTOMER")).map((file) => file.id)).toEqual([id]);
  });

  test("of concurrent profile images one stays, and files without a row are deleted", async () => {
    const driver = await world.signUp();
    const image = await jpeg();
    const lost = (await upload(world, driver, image)).body.data!.id;
    await sql`delete from file_record where id = ${lost}`.execute(world.database.db);
    await Promise.all(
      Array.from({ length: 6 }, () => upload(world, driver, image, { category: "CUSTOMER" })),
    );
    const left = await listed(driver, "CUSTOMER");
    expect(left).toHaveLength(1);
    await world.drain();
    expect(await blobs()).toContain(lost);
    await world.pass(3_700, 3_700);
    expect(await blobs()).not.toContain(lost);
    const { rows } = await sql<{ id: string }>`select id from file_record`.execute(
      world.database.db,
    );
    expect(await blobs()).toEqual(rows.map(({ id }) => id).toSorted());
  });

  test("of a driver who sends many do not keep another waiting", async () => {
    const [many, one] = [await world.signUp(), await world.signUp()];
    const image = await jpeg(2_400, 1_800);
    const small = await jpeg();
    const done: string[] = [];
    const sent = (driver: Driver, bytes: Buffer, as: string) =>
      upload(world, driver, bytes).then(({ status }) => done.push(`${as} ${status}`));
    const all = Array.from({ length: 20 }, () => sent(many, image, "many"));
    await Promise.race(all);
    await sent(one, small, "one");
    const before = done.indexOf("one 200");
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(10);
    await Promise.all(all);
    expect(done.filter((each) => each === "many 200")).toHaveLength(20);
  });

  test("refused and removed files count as part of the forty", async () => {
    const driver = await world.signUp();
    const image = await jpeg();
    for (let i = 0; i < 20; i++) {
      expect((await upload(world, driver, Buffer.from("no picture"))).status).toBe(400);
      const kept = await upload(world, driver, image);
      await world.call(files.deleteFile, {
        params: { id: kept.body.data!.id },
        token: driver.token,
      });
    }
    const more = await upload(world, driver, image);
    expect([more.status, more.body.code]).toEqual([429, "TOO_MANY_FILES"]);
    world.clock.advance(86_400_001);
    const query = { grant_type: "refresh_token" as const, refresh_token: driver.refresh };
    const { body } = await world.call(accounts.refreshToken, { query });
    const again = { ...driver, token: body.access_token };
    expect((await upload(world, again, image)).status).toBe(200);
  });

  test("forty a day are the maximum", async () => {
    const driver = await world.signUp();
    const image = await jpeg(8, 8);
    for (let i = 0; i < 40; i++) expect((await upload(world, driver, image)).status).toBe(200);
    const more = await upload(world, driver, image);
    expect([more.status, more.body.code]).toEqual([429, "TOO_MANY_FILES"]);
    expect(await listed(driver, "TICKET")).toHaveLength(40);
  });
});
