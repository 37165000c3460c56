import { stopDatabases } from "@voltmarg/testkit/test-bed";
import { afterAll, expect, test } from "vitest";
import { tryBooks } from "./try-books.ts";

afterAll(stopDatabases);

test(
  "[B-3] all exports of a month of everything agree to the paisa, and a paisa changed in one is found",
  { timeout: 180_000 },
  async () => {
    const lines: string[] = [];
    const options = { months: 2, seed: 1, broken: true };
    const { accounts, ...end } = await tryBooks(options, (line) => lines.push(line));
    expect(end, lines.join("\n")).toMatchObject({ ok: true, months: 3, differ: 0, unnoticed: 0 });
    // The last month has nothing for the return but its count of documents.
    expect(end.broken).toBe(13);
    expect(accounts).toEqual(
      expect.arrayContaining([
        "Customers' advances",
        "Customers' advances held",
        "Refunds on their way",
        "Customers' debts",
        "Receivable",
        "Payable",
        "Disputed costs",
        "Payment gateway clearing",
        "Payment gateway fees",
        "Input GST on payment gateway fees",
        "Settlements not matched",
        "Bank",
        "Purchases of charging",
        "Goodwill",
        "Bad debts",
        "Chargebacks not decided",
        "Sales of energy",
        "Sales of starts",
        "Sales of charging time",
        "Sales of charging",
        "Credits without tax reduction",
        "Output CGST",
        "Output SGST",
        "Output IGST",
        "Input GST on operators' records",
      ]),
    );
  },
);
