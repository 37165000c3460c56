import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCall, openSpecWorld, type SpecWorld } from "@voltmarg/testkit/spec-calls";

let at: SpecWorld;
beforeAll(async () => {
  at = await openSpecWorld();
});
afterAll(() => at.stop());

const PREFIX = "/api/cms/v1";

test("[N-4] files are uploaded, listed and downloaded by the calls and fields of the specification", async () => {
  const { userId } = at.ids;
  const photo = { create: { width: 40, height: 30, channels: 3, background: "teal" } } as const;
  const bytes = await sharp(photo).jpeg({ quality: 100 }).toBuffer();
  const query = { category: "CUSTOMER", category_resource_id: userId! };
  const sent = (await makeCall(at, PREFIX, {
    call: "POST /files/upload",
    query: { ...query, type: "image/jpeg" },
    form: () => {
      const form = new FormData();
      form.set("file", new File([Buffer.from(bytes)], "face.jpeg", { type: "image/jpeg" }));
      return form;
    },
    reads: ["data.url", "data.id"],
  })) as { data: { id: string; url: string } };
  const listed = (await makeCall(at, PREFIX, {
    call: "GET /files",
    query,
    reads: ["content[0].url", "content[0].id"],
  })) as { content: { id: string; url: string }[] };
  expect(listed.content[0]).toMatchObject({ id: sent.data.id, url: sent.data.url });
  const image = (await makeCall(at, PREFIX, {
    call: "GET /files/{id}/download",
    path: { id: sent.data.id },
    query: { url: sent.data.url },
    type: "image/jpeg",
    reads: [],
  })) as Buffer;
  expect((await sharp(image).metadata()).format).toBe("jpeg");
});
