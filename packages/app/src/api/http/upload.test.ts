import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { installStorage } from "../../../test/memory-storage.ts";
import { json, startService } from "../../../test/service.ts";
import { forgetTokens } from "../../../test/tokens.ts";
import { readTokens, writeServer, writeTokens } from "../../native/storage.ts";
import { uploadImage } from "./upload.ts";

/** A browser's request, as far as an upload needs it. Each test says how it ends. */
class Xhr extends EventTarget {
  static sent: Xhr[] = [];
  static onSend: (request: Xhr) => void;
  upload = new EventTarget();
  opened: string[] = [];
  headers: Record<string, string> = {};
  form: FormData | null = null;
  status = 0;
  responseText = "";
  open(...how: string[]) {
    this.opened = how;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(form: FormData) {
    this.form = form;
    Xhr.sent.push(this);
    Xhr.onSend(this);
  }
  abort() {
    this.dispatchEvent(new Event("abort"));
  }
  answer(status: number, body: unknown) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.dispatchEvent(new Event("load"));
  }
  progress(lengthComputable: boolean, loaded: number, total: number) {
    const told = { lengthComputable, loaded, total };
    this.upload.dispatchEvent(Object.assign(new Event("progress"), told));
  }
}

const RECORD = { id: "f1", url: "/f1", category: "CUSTOMER", width: 1, height: 1 };
const picture = new File(["x"], "photo.jpg", { type: "image/jpeg" });
const owner = { category: "CUSTOMER", userId: "u1" } as const;
let service: Awaited<ReturnType<typeof startService>>;
beforeEach(async () => {
  installStorage();
  vi.stubGlobal("XMLHttpRequest", Xhr);
  Xhr.sent = [];
  Xhr.onSend = (request) => request.answer(200, { data: RECORD });
  service = await startService((_, response) =>
    json(response, { access_token: "new", refresh_token: "r2" }),
  );
  writeServer(service.address);
  writeTokens({ access_token: "old", refresh_token: "r1" });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await service.close();
});

test("[A-5] an image is sent as a form, with its owner and the driver's token", async () => {
  expect(await uploadImage(picture, owner)).toEqual(RECORD);
  const [{ opened, headers, form }] = Xhr.sent as [Xhr];
  expect(opened).toEqual([
    "POST",
    `${service.address}/api/cms/v1/files/upload?category=CUSTOMER&category_resource_id=u1&type=image%2Fjpeg`,
  ]);
  expect(headers).toEqual({ accept: "application/json", authorization: "Bearer old" });
  expect(form?.get("file")).toMatchObject({ name: "photo.jpg", type: "image/jpeg" });
});

test("[A-5] how much is sent is told where the browser knows it", async () => {
  const shares: number[] = [];
  Xhr.onSend = (request) => {
    request.progress(false, 1, 4);
    request.progress(true, 0, 0);
    request.progress(true, 1, 4);
    request.progress(true, 4, 4);
    request.answer(200, { data: RECORD });
  };
  await uploadImage(picture, owner, { onProgress: (share) => shares.push(share) });
  expect(shares).toEqual([0.25, 1]);
  expect(await uploadImage(picture, owner)).toEqual(RECORD);
});

test("[A-3] a token that ran out is refreshed once, and the image sent again", async () => {
  Xhr.onSend = (request) =>
    request.headers["authorization"] === "Bearer new"
      ? request.answer(200, { data: RECORD })
      : request.answer(401, { code: "UNAUTHENTICATED" });
  expect(await uploadImage(picture, owner)).toEqual(RECORD);
  expect([Xhr.sent.length, readTokens()?.access_token]).toEqual([2, "new"]);
  forgetTokens();
  await expect(uploadImage(picture, owner)).rejects.toMatchObject({ status: 401 });
  expect(Xhr.sent[2]!.headers["authorization"]).toBe("");
});

test("[A-5] a refusal, no answer and a stop are told apart", async () => {
  Xhr.onSend = (request) => request.answer(413, { code: "FILE_TOO_LARGE", message: "Too large." });
  await expect(uploadImage(picture, owner)).rejects.toMatchObject({
    code: "FILE_TOO_LARGE",
    message: "Too large.",
  });
  Xhr.onSend = (request) => request.dispatchEvent(new Event("error"));
  await expect(uploadImage(picture, owner)).rejects.toMatchObject({ code: "OFFLINE", status: 0 });
  const stop = new AbortController();
  Xhr.onSend = () => stop.abort();
  await expect(uploadImage(picture, owner, { signal: stop.signal })).rejects.toMatchObject({
    name: "AbortError",
  });
});
