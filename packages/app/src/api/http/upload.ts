import type { FileRecord } from "@voltmarg/contract";
import { readServer, readTokens } from "../../native/storage.ts";
import { offline, refusalOf } from "./refusal.ts";
import { refreshAccess } from "./refresh-token.ts";
import { applyRequestRules, cookie } from "./send.ts";

type Whose = { category: FileRecord["category"]; userId: string };
type Watch = {
  /** The share of the bytes that is sent, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
};

/** Uploads an image of the driver's. A 401 refreshes the tokens once. Throws a Refusal, or AbortError when told to stop. */
export async function uploadImage(image: File, of: Whose, watch: Watch = {}): Promise<FileRecord> {
  const query = new URLSearchParams({
    category: of.category,
    category_resource_id: of.userId,
    type: image.type,
  });
  const url = `${readServer()}/api/cms/v1/files/upload?${query}`;
  const form = new FormData();
  form.append("file", image);
  const tokenUsed = readTokens()?.access_token ?? null;
  let response = await post(url, form, watch);
  if (response.status === 401 && tokenUsed !== null && (await refreshAccess(tokenUsed)))
    response = await post(url, form, watch);
  if (!response.ok) throw await refusalOf(response);
  return ((await response.json()) as { data: FileRecord }).data;
}

/** By XMLHttpRequest: fetch does not say how much of a body is sent. */
function post(url: string, form: FormData, { onProgress, signal }: Watch): Promise<Response> {
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
