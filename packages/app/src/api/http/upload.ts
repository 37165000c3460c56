import { addressOf } from "@voltmarg/client";
import type { FileRecord, files } from "@voltmarg/contract";
import { readServer, readTokens } from "../../native/storage.ts";
import { offline } from "./refusal.ts";
import { succeed } from "./request.ts";
import { applyRequestRules, cookie } from "./send.ts";

const PATH: typeof files.uploadFile.path = "/api/cms/v1/files/upload";

type Owner = { category: FileRecord["category"]; userId: string };
type Options = {
  /** The share of the bytes that is sent, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
};

/** Uploads an image of the driver's. A 401 refreshes the tokens once. Throws a Refusal, or an AbortError when aborted. */
export async function uploadImage(
  image: File,
  of: Owner,
  options: Options = {},
): Promise<FileRecord> {
  const query = { category: of.category, category_resource_id: of.userId, type: image.type };
  const url = readServer() + addressOf(PATH, { query });
  const form = new FormData();
  form.append("file", image);
  const response = await succeed(url, () => post(url, form, options));
  return ((await response.json()) as { data: FileRecord }).data;
}

/** Uses XMLHttpRequest, because fetch does not report how much of a body has been sent. */
function post(url: string, form: FormData, { onProgress, signal }: Options): Promise<Response> {
  const headers = applyRequestRules(
    url,
    "POST",
    new Headers({ Accept: "application/json" }),
    readTokens()?.access_token ?? null,
    cookie("XSRF-TOKEN"),
  );
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open("POST", url);
    for (const [name, value] of headers) xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    });
    xhr.addEventListener("load", () =>
      resolve(new Response(xhr.responseText, { status: xhr.status })),
    );
    xhr.addEventListener("error", () => reject(offline()));
    xhr.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
    signal?.addEventListener("abort", () => xhr.abort());
    xhr.send(form);
  });
}
