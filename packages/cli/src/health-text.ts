import type { OperatorHealth } from "@voltmarg/contract";

/** How an operator is, and since when: `FAILING since 2026-11-20T06:30:00Z`; `-`: it is not registered. */
export const healthText = ({
  state,
  since,
}: {
  state: OperatorHealth["state"] | null;
  since: string | null;
}): string =>
  state === null ? "-" : since === null ? state : `${state} since ${since.slice(0, 19)}Z`;
