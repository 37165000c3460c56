import { partners, provider } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import { operatorFigures } from "./operator-figures.ts";
import { previewPrices } from "./preview-prices.ts";

const noOperator = refuse("NOT_FOUND", {
  message: "There is no operator of that id, name or party.",
});

/** How well operators work, and what their prices would become. */
export function operatorsRoutes({ mount }: Mount, deps: ConsoleDeps): void {
  mount(partners.getPartnerFigures, async ({ params }) => {
    const partner = await deps.operatorNamed(params.id);
    if (!partner) return noOperator;
    return done({ data: await operatorFigures(deps, partner) });
  });

  mount(provider.previewRetailRule, async ({ body }) => {
    const { operator: name, customer_type: type, from, ...rule } = body;
    const operator = name === null ? null : await deps.operatorNamed(name);
    if (name !== null && !operator) return noOperator;
    const preview = await previewPrices(deps, { operator, type, from, rule });
    return preview.ok ? done({ data: preview.value }) : preview;
  });
}
