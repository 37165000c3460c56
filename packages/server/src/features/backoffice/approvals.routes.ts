import { backoffice as routes } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { done } from "../../platform/http/problem.ts";
import type { BackofficeDeps } from "./backoffice.routes.ts";
import { confirmApproval, rejectApproval } from "./decide-approval.ts";
import { refundByBank } from "./refund-by-bank.ts";

/** What one member of finance proposes and another decides; refunds by bank transfer. */
export function approvalsRoutes({ mount, operations }: Mount, deps: BackofficeDeps): void {
  mount(routes.confirmApproval, async ({ params, backoffice }) => {
    const confirmed = await confirmApproval(deps, operations, backoffice, params.id);
    return confirmed.ok ? done({ data: confirmed.value }) : confirmed;
  });
  mount(routes.rejectApproval, async ({ params, body, backoffice }) => {
    const rejected = await rejectApproval(deps, backoffice, params.id, body.reason);
    return rejected.ok ? done({ data: rejected.value }) : rejected;
  });
  mount(routes.refundByBank, async ({ params, body, backoffice }) => {
    const refunded = await refundByBank(deps, backoffice, {
      userId: params.id,
      amount: BigInt(body.amount_minor),
      holder: body.holder_name,
      bankReference: body.bank_reference,
      reason: body.reason,
    });
    return refunded.ok ? done({ data: refunded.value }) : refunded;
  });
}
