export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

/** Applies `change` to each object of the list in an OCPI answer; null removes it. Any other answer stays as it is. */
export function changeObjects(
  body: string,
  change: (object: JsonObject, index: number) => JsonObject | null,
): string {
  const envelope = JSON.parse(body) as JsonObject;
  if (!Array.isArray(envelope["data"])) return body;
  const data = (envelope["data"] as JsonObject[]).flatMap((object, index) => {
    const changed = change(object, index);
    return changed === null ? [] : [changed];
  });
  return JSON.stringify({ ...envelope, data });
}
