import type { Outbound, OutboundResponse } from "../../../platform/http/outbound.ts";
import type { Inv01 } from "./inv-01.ts";

/** What the portal gave a document: its Invoice Reference Number, and the signed text of its QR code. */
export type Registered = { irn: string; ackNumber: string; ackAt: string; signedQr: string };

/** LATER: not known, or temporary. REFUSED: the same document will be refused again. */
export type PortalAnswer =
  | ({ outcome: "REGISTERED" } & Registered)
  | { outcome: "DUPLICATE" }
  | { outcome: "REFUSED" | "LATER"; reason: string };

/** An invoice registration portal, or a provider of its interface. */
export type Portal = {
  register(document: Inv01): Promise<PortalAnswer>;
  /** What the portal has of a document with this type, number and date. */
  find(document: Inv01): Promise<PortalAnswer>;
};

export type PortalSettings = { url: string; token: string; tokenHeader: string };

/** The portal has the document already: this one, or another portal. */
const DUPLICATE = new Set(["2150", "2295"]);
/** Faults of the portal or the provider, and of the credentials: nothing is wrong with the document. */
const TEMPORARY = new Set(["301", "302", "1005", "2139", "2140", "5001", "5002"]);

/**
 * The portal through a provider that passes its interface on as it is (`POST …/Invoice`, answers with `Success`,
 * `ErrorDetails`, `Irn`, `SignedQRCode`), with a token in a header.
 */
export function createPortal(
  { url, token, tokenHeader }: PortalSettings,
  outbound: Outbound,
): Portal {
  const ask = async (document: Inv01, path: string, body?: string): Promise<PortalAnswer> => {
    try {
      const answer = await outbound({
        to: "tax",
        method: body === undefined ? "GET" : "POST",
        url: `${url}/${path}`,
        headers: {
          accept: "application/json",
          "content-type": "application/json",
          [tokenHeader]: token,
          gstin: document.SellerDtls.Gstin ?? "",
        },
        body,
        own: true,
      });
      return read(answer);
    } catch (error) {
      // Also when it was sent and no answer came: the portal says then that it has it.
      return { outcome: "LATER", reason: error instanceof Error ? error.message : String(error) };
    }
  };
  return {
    register: (document) => ask(document, "Invoice", JSON.stringify(document)),
    find: (document) => {
      const { Typ, No, Dt } = document.DocDtls;
      const query = new URLSearchParams({ doctype: Typ, docnum: No, docdate: Dt });
      return ask(document, `Invoice/irnbydocdetails?${query.toString()}`);
    },
  };
}

type Told = {
  Irn?: unknown;
  AckNo?: unknown;
  AckDt?: unknown;
  SignedQRCode?: unknown;
  Status?: unknown;
  ErrorDetails?: unknown;
};

function read({ status, body }: OutboundResponse): PortalAnswer {
  let told: Told;
  try {
    told = JSON.parse(body) as Told;
  } catch {
    return { outcome: "LATER", reason: `the portal answered ${status}` };
  }
  const { Irn, AckNo, AckDt, SignedQRCode, Status } = told;
  if (typeof Irn === "string" && typeof SignedQRCode === "string") {
    if (Status === "CNL")
      return { outcome: "REFUSED", reason: `The portal has it as cancelled (IRN ${Irn}).` };
    return {
      outcome: "REGISTERED",
      irn: Irn,
      ackNumber: String(AckNo),
      ackAt: String(AckDt),
      signedQr: SignedQRCode,
    };
  }
  const errors = errorsOf(told.ErrorDetails);
  if (errors.some(({ code }) => DUPLICATE.has(code))) return { outcome: "DUPLICATE" };
  const reason = errors.map(({ code, message }) => `${code}: ${message}`).join(" ");
  const isLater =
    errors.length === 0 || status >= 401 || errors.some(({ code }) => TEMPORARY.has(code));
  return isLater
    ? { outcome: "LATER", reason: reason || `the portal answered ${status}` }
    : { outcome: "REFUSED", reason };
}

/** The portal writes `ErrorCode`, its providers `error_code`. */
function errorsOf(details: unknown): { code: string; message: string }[] {
  if (!Array.isArray(details)) return [];
  return (details as Record<string, unknown>[]).map((each) => ({
    code: String(each["error_code"] ?? each["ErrorCode"]),
    message: String(each["error_message"] ?? each["ErrorMessage"]),
  }));
}
