import type { FileRecord, Problem } from "@voltmarg/contract";
import type { Driver, Harness } from "./harness.ts";

type Upload = {
  category?: string;
  resource?: string;
  /** Form fields about the file; the service must not trust them. */
  name?: string;
  type?: string;
  field?: string;
};

/** Uploads a file with a form, as a browser does. */
export async function upload(
  world: Harness,
  driver: Pick<Driver, "id" | "token">,
  bytes: Uint8Array,
  { category = "TICKET", resource = driver.id, name = "a.jpg", type, field }: Upload = {},
): Promise<{ status: number; body: Partial<{ data: FileRecord }> & Partial<Problem> }> {
  const form = new FormData();
  form.set(field ?? "file", new File([Buffer.from(bytes)], name, { type: type ?? "image/jpeg" }));
  const query = new URLSearchParams({ category, category_resource_id: resource, type: "IMAGE" });
  const response = await fetch(`${world.url}/api/cms/v1/files/upload?${query.toString()}`, {
    method: "POST",
    headers: { authorization: `Bearer ${driver.token}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as never };
}

/** The bytes behind a file's url, or the refusal. */
export async function download(
  world: Harness,
  url: string,
  token: string,
): Promise<{ status: number; type: string; bytes: Buffer }> {
  const response = await fetch(`${world.url}${url}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return {
    status: response.status,
    type: response.headers.get("content-type") ?? "",
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}
