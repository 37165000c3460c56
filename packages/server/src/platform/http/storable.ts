import { USUAL_BODY } from "@voltmarg/contract";

const DEEPEST = 16;
/** A route of 10,000 points has 30,000 values in 512 KB; no other form comes near. */
const BYTES_OF_VALUE = 16;

/**
 * Whether PostgreSQL can store it: a text must contain neither NUL nor a lone surrogate. What is deeper, or has more values
 * for the size of its route's bodies than any form has, is refused without looking at the rest.
 */
export function isStorable(value: unknown, mostBody = USUAL_BODY): boolean {
  let left = mostBody / BYTES_OF_VALUE;
  const isText = (text: string) => !text.includes("\0") && text.isWellFormed();
  const isFit = (each: unknown, depth: number): boolean => {
    if (left-- <= 0) return false;
    if (typeof each === "string") return isText(each);
    if (typeof each !== "object" || each === null) return true;
    if (depth > DEEPEST) return false;
    if (Array.isArray(each)) {
      for (const item of each) if (!isFit(item, depth + 1)) return false;
      return true;
    }
    for (const name in each)
      if (!isText(name) || !isFit((each as Record<string, unknown>)[name], depth + 1)) return false;
    return true;
  };
  return isFit(value, 0);
}
