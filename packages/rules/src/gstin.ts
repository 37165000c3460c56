const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
// State code, PAN, entity number, Z, check character.
const SHAPE = /^(\d{2})[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;

/** The check character of the first 14 characters of a GSTIN (base 36, weights 1 and 2). */
function checkCharacter(first14: string): string {
  let sum = 0;
  for (let i = 0; i < 14; i++) {
    const product = ALPHABET.indexOf(first14[i]!) * (i % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return ALPHABET[(36 - (sum % 36)) % 36]!;
}

/** Whether a text is a well-formed GSTIN with the right check character; case does not matter. */
export function isValidGstin(text: string): boolean {
  const gstin = text.trim().toUpperCase();
  const match = SHAPE.exec(gstin);
  if (match === null) return false;
  const state = Number(match[1]);
  // 01 to 38 are states and territories, 97 other territory, 99 centre jurisdiction.
  if (!((state >= 1 && state <= 38) || state === 97 || state === 99)) return false;
  return checkCharacter(gstin) === gstin[14];
}

/** The two-digit GST state code; null when the GSTIN is not valid. */
export function gstStateCode(gstin: string): string | null {
  return isValidGstin(gstin) ? gstin.trim().slice(0, 2) : null;
}
