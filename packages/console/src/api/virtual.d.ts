declare module "virtual:operations" {
  import type { OperationFacts } from "@voltmarg/contract/openapi";
  export const table: Record<string, OperationFacts>;
}
