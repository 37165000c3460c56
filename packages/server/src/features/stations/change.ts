/** A location that was written. `freed`: uids of EVSEs that became free by it. */
export type Change = { id: string; freed: string[] };
