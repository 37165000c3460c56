import type { RouteSpec } from "@voltmarg/contract";

/**
 * A route of the contract, named by its method and path. Only types cross over from the contract, so its schemas stay
 * out of a bundle that does not check answers. A method or path that differs from the contract does not compile.
 */
export type Endpoint<R extends RouteSpec = RouteSpec> = {
  readonly method: R["method"];
  readonly path: R["path"];
  /** Carries the type only; always absent. */
  readonly route?: R;
};

export const endpoint = <R extends RouteSpec>(
  method: R["method"],
  path: R["path"],
): Endpoint<R> => ({ method, path });
