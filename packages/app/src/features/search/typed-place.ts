/** The place that a text says, and what it is called. The code is loaded when somebody types; rejects when it does not load. */
export async function typedPlace(text: string) {
  const [{ readTyped }, { placeTitle }] = await Promise.all([
    import("../../places/read-typed.ts"),
    import("../../places/place.ts"),
  ]);
  const read = readTyped(text);
  return read?.ok ? { ...read, title: placeTitle(read.place) } : read;
}
