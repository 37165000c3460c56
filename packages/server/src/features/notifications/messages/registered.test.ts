import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatInr } from "@voltmarg/rules";
import {
  addressesToRegister,
  isOfTemplate,
  registeredText,
  textsToRegister,
  valuesFor,
} from "./registered.ts";
import type { DltSettings } from "../../../platform/config/messaging.ts";

const sender = { name: "Ampere & Co. (India)", domain: "charge.example.in" };
const texts = textsToRegister(sender);
const registration = { dlt: "1107165432100004711", msg91: "flow", wording: 4 as const };
const others = { hi: registration, ur: registration };
const template = { ...registration, others };
const dlt: DltSettings = {
  entityId: "1",
  header: "VOLTMG",
  templates: {
    CODE: template,
    REFUND_TO_WALLET: template,
    REFUND_BY_SUPPORT: template,
    ACCOUNT_UNUSED: template,
    BREACH: template,
  },
};

describe("the texts to register", () => {
  test("[A-5] have a type for each variable, and name it for MSG91", () => {
    expect(texts).toHaveLength(15);
    for (const { dlt: text, msg91, kind } of texts) {
      expect(text).not.toContain("{#var#}");
      const types = text.match(/\{#\w+#\}/g);
      expect(types?.length).toBe(msg91.match(/##\w+##/g)?.length);
      expect(types).toHaveLength(kind === "ACCOUNT_UNUSED" || kind === "BREACH" ? 1 : 3);
      expect(kind === "CODE").toBe(text.endsWith("@charge.example.in #{#numeric#}"));
    }
    expect(texts.find(({ kind }) => kind === "REFUND_TO_WALLET")).toMatchObject({
      dlt: "Refund of Rs {#numeric#}.{#numeric#} to {#alphanumeric#} failed. The money is back in your wallet.",
      msg91:
        "Refund of Rs ##rupees##.##paise## to ##source## failed. The money is back in your wallet.",
    });
  });

  test("[A-5] are what is sent, word for word, whatever the values are", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.integer({ min: 0, max: 999_999 }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.string({ unit: "grapheme", maxLength: 80 }),
        ({ kind, language, dlt: registered }, code, paise, source) => {
          const variables = {
            code: String(code).padStart(6, "0"),
            minutes: "5",
            amount: formatInr(paise),
            source,
            days: "30",
            phone: `+91${source}`,
          };
          const sms = {
            channel: "sms" as const,
            kind,
            to: "+919999999999",
            text: "",
            language,
            variables,
            validSeconds: 300,
          };
          expect(isOfTemplate(registeredText(dlt, sms, sender), registered)).toBe(true);
        },
      ),
    );
  });

  test("[A-5] a text of another wording, or with a value of another type, is none of them", () => {
    const [code] = texts;
    const text =
      "123456 is your Ampere & Co. (India) OTP, valid 5 min. Do not share.\n@charge.example.in #123456";
    expect(isOfTemplate(text, code!.dlt)).toBe(true);
    expect(isOfTemplate(text.replace("123456 is", "12E456 is"), code!.dlt)).toBe(false);
    expect(isOfTemplate(text.replace("Do not", "do not"), code!.dlt)).toBe(false);
    expect(isOfTemplate(`${text} http://evil.example`, code!.dlt)).toBe(false);
  });

  test("[A-5] a card is named by letters and digits, an amount by rupees and paise", () => {
    const variables = { amount: "₹1,23,456.70", source: "card ••4242" };
    expect(valuesFor(4, variables)).toEqual({ rupees: "123456", paise: "70", source: "card 4242" });
    // Older wordings have the values that they were registered with.
    expect(valuesFor(3, variables)).toBe(variables);
    expect(valuesFor(4, { source: "•••" })).toEqual({ source: "bank" });
    expect(addressesToRegister("charge.example.in")).toEqual(["https://charge.example.in"]);
  });
});
