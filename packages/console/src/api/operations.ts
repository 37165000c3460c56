import type { RouteSpec, StaffRole } from "@voltmarg/contract";
import type * as contract from "@voltmarg/contract";
import { table } from "virtual:operations";
import type { OperationFacts } from "@voltmarg/contract/openapi";

type Modules = typeof contract.audit &
  typeof contract.backoffice &
  typeof contract.books &
  typeof contract.companies &
  typeof contract.content &
  typeof contract.notifications &
  typeof contract.partners &
  typeof contract.personalData &
  typeof contract.provider &
  typeof contract.staff &
  typeof contract.stations &
  typeof contract.support &
  typeof contract.vehicles;

/** The name of a route of the back office in the contract. */
export type OperationName = {
  [K in keyof Modules]: Modules[K] extends RouteSpec & { path: `/provider/${string}` } ? K : never;
}[keyof Modules];
/** The route of that name. */
export type RouteNamed<N extends OperationName> = Modules[N] extends RouteSpec ? Modules[N] : never;

export function factsOf(name: OperationName): OperationFacts {
  const facts = table[name];
  if (!facts) throw new Error(`the contract has no operation ${name}`);
  return facts;
}

/** Whether a role may call an operation, as the service decides it. */
export function mayCall(role: StaffRole, name: OperationName): boolean {
  const { roles } = factsOf(name);
  return roles === null || role === "admin" || roles.includes("read") || roles.includes(role);
}
