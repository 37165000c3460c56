import { backoffice as routes } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { done } from "../../platform/http/problem.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import {
  searchApprovals,
  searchPaymentDisputes,
  searchPayments,
  searchRefunds,
  showApproval,
} from "./list-payments.ts";

import { savePaymentEvidence } from "./payment-evidence.ts";

/** Payments, refunds and approvals of all drivers. */
export function refundsRoutes({ mount }: Mount, deps: ConsoleDeps): void {
  mount(routes.listPayments, ({ query }) => searchPayments(deps, query));
  mount(routes.listPaymentDisputes, ({ query }) => searchPaymentDisputes(deps, query));
  mount(routes.savePaymentEvidence, async ({ params, backoffice }) => {
    const saved = await savePaymentEvidence(deps, backoffice, params.id);
    if (!saved.ok) return saved;
    const fileName = `evidence-${params.id}.pdf`;
    return { ok: true, document: { type: "application/pdf", fileName, bytes: saved.value } };
  });
  mount(routes.listRefunds, ({ query }) => searchRefunds(deps, query));
  mount(routes.retryRefund, async ({ params, backoffice }) => {
    const retried = await deps.wallet.retryRefund(backoffice, params.id);
    return retried.ok ? done({ data: retried.value }) : retried;
  });
  mount(routes.askAboutPayment, async ({ params, backoffice }) => {
    const asked = await deps.wallet.askAboutTopUp(backoffice, params.id);
    return asked.ok ? done({ data: asked.value }) : asked;
  });
  mount(routes.listApprovals, ({ query }) => searchApprovals(deps, query));
  mount(routes.getApproval, async ({ params }) => {
    const approval = await showApproval(deps, params.id);
    return approval.ok ? done({ data: approval.value }) : approval;
  });
}
