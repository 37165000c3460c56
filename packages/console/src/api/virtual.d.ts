declare module "virtual:operations" {
  import type { OperationFacts } from "./operation-facts.ts";
  export const table: Record<string, OperationFacts>;
}
