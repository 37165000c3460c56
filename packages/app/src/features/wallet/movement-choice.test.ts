import { expect, test } from "vitest";
import { choiceOf, isNarrowed, readNarrowing } from "./movement-choice.ts";

const read = (address: string) => readNarrowing(new URLSearchParams(address));

test("[B-1] a month is asked for by its first and last day", () => {
  expect(choiceOf(read("kind=CHARGE&month=2024-02"))).toEqual({
    kind: "CHARGE",
    from: "2024-02-01",
    until: "2024-02-29",
  });
  expect(choiceOf(read("month=2026-12"))).toEqual({ from: "2026-12-01", until: "2026-12-31" });
});

test("[B-1] an address that says something else narrows nothing down", () => {
  for (const address of ["", "kind=charge", "month=2026-13", "month=2026-1&kind="]) {
    expect(choiceOf(read(address)), address).toEqual({});
    expect(isNarrowed(read(address)), address).toBe(false);
  }
});
