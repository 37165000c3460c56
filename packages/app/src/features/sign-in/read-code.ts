import { readDigits, typedText } from "@voltmarg/rules";
import { codeIn } from "../../native/sms-code.ts";

/** The code that was typed, or its beginning, or the one in a pasted SMS; null: it is none of them. */
export const readCode = (text: string, length: number): string | null =>
  readDigits(text, length) ?? codeIn(typedText(text), length);
