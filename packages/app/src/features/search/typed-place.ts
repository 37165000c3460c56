/** The place that a text says. The code is loaded when somebody types; rejects when it does not load. */
export const typedPlace = async (text: string) =>
  (await import("../../places/read-typed.ts")).readTyped(text);
