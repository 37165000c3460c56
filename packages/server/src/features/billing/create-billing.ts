import type { Cdr, InvoiceRecord, Party } from "@voltmarg/ocpi";
import type { Outbox } from "../../platform/outbox/outbox.ts";
import type { Feature } from "../../platform/feature.ts";
import { billingRoutes, type BillingDeps } from "./billing.routes.ts";
import type { CdrTaken, Original } from "./cdr-intake.ts";
import { billEarly } from "./bill-early.ts";
import type { EarlyAt } from "./early-cdr.ts";
import { gstDocumentsRoutes } from "./e-invoice/gst-documents.routes.ts";
import { REGISTER, registerDocument, registerDocuments } from "./e-invoice/register-documents.ts";
import { takeWaitingCredits } from "./handle-credit-cdr.ts";
import { onInvoice, onInvoiceRemoved, type InvoiceTaken } from "./operator-invoices.ts";
import { operatorInvoicesRoutes } from "./operator-invoices.routes.ts";
import { billProvisionally, closeProvisional } from "./provisional.ts";
import { onUnreadCdr, rereadCdrs, takeCdr } from "./unreadable-cdr.ts";

type At = { userId: string; sessionId: string };

type BillingApi = {
  onCdr(operatorId: string, cdr: Cdr): Promise<CdrTaken>;
  /** A CDR that does not parse, as the text in which it came. */
  onUnreadCdr(operatorId: string, came: { text: string; why: string }): Promise<void>;
  /** What an operator says stands on an invoice of its own. */
  onInvoice(operatorId: string, record: InvoiceRecord): Promise<InvoiceTaken>;
  /** False: there is none. */
  onInvoiceRemoved(operatorId: string, owner: Party, id: string): Promise<boolean>;
  /** Bills a session without a CDR from our own meter values, until the CDR comes. */
  provisionally(at: At): Promise<void>;
  /** Bills CDRs that came while a session went on; `last`: also one of a part of it. */
  early(at: EarlyAt): Promise<void>;
  /** No CDR ever came: makes the provisional bill final. */
  finally(at: At): Promise<void>;
  /** Parses stored CDRs that could not be parsed before, and answers how many can be now. */
  rereadCdrs(isParty: (operatorId: string, party: Party) => Promise<boolean>): Promise<number>;
  /** Has invoices to buyers with a GSTIN registered. Runs every minute. */
  registerDocuments(): Promise<void>;
};

/** Bills and invoices of sessions, from the CDRs of operators. */
export const createBilling = (deps: BillingDeps & { outbox: Outbox }): Feature<BillingApi> => {
  const { charging } = deps;
  return {
    routes: (mounts) => {
      billingRoutes(mounts, deps);
      operatorInvoicesRoutes(mounts, deps);
      gstDocumentsRoutes(mounts, deps);
    },
    handlers: {
      "billing.early": (at: EarlyAt) => billEarly(charging, at),
      "billing.credits": (original: Original) => takeWaitingCredits(charging, original),
      // Its own queue: the portal may be down for long.
      [REGISTER]: {
        handle: (at: { userId: string; number: string }, row) =>
          registerDocument(deps, at, row.attempts),
        queue: "event",
      },
    },
    api: {
      onCdr: (operatorId, cdr) => takeCdr(charging, operatorId, cdr),
      onUnreadCdr: (operatorId, came) => onUnreadCdr(charging, operatorId, came),
      onInvoice: (operatorId, record) => onInvoice(charging, operatorId, record),
      onInvoiceRemoved: (operatorId, owner, id) =>
        onInvoiceRemoved(charging, operatorId, owner, id),
      provisionally: (at) => billProvisionally(charging, at),
      early: (at) => billEarly(charging, at),
      finally: (at) => closeProvisional(charging, at),
      registerDocuments: () => registerDocuments(deps),
      rereadCdrs: (isParty) => rereadCdrs(charging, isParty),
    },
  };
};
