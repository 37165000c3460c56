import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { json, notThere, withObject, type Answer } from "./answer.ts";
import type { Provider } from "./provider.ts";

export const PORTAL_SCENARIOS = [
  /** registered at once */
  "registers",
  /** 503 to every call */
  "away",
  /** registered, and no answer in time */
  "slow",
  /** registered, and the answer is lost */
  "loses_answers",
  /** 3028: the buyer's GSTIN is not known */
  "refuses",
] as const;
type PortalScenario = (typeof PORTAL_SCENARIOS)[number];

type Entry = {
  Irn: string;
  AckNo: number;
  AckDt: string;
  SignedQRCode: string;
  Status: "ACT" | "CNL";
  /** epoch milliseconds */
  at: number;
};

const DAY_MS = 86_400_000;
const IST_MS = 5.5 * 3_600_000;
/** Longer than the service waits for an answer. */
const SLOW_MS = 11_000;

export const portalScenarioOf = ({ journal }: Provider): PortalScenario =>
  journal.get<PortalScenario>("setting", "portal_scenario") ?? "registers";

/**
 * An invoice registration portal with the interface that its providers pass on. One document has one IRN: the hash of
 * seller, financial year, type and number.
 */
export async function registrationPortal(
  provider: Provider,
  request: IncomingMessage,
  url: URL,
  body: string,
): Promise<Answer> {
  provider.portalCalls += 1;
  const scenario = portalScenarioOf(provider);
  if (scenario === "away") return { ...json(503, {}), body: "Service Unavailable" };
  const path = `${request.method} ${url.pathname.replace("/irp/", "/")}`;
  const gstin = String(request.headers["gstin"] ?? "");
  if (path === "GET /Invoice/irnbydocdetails") {
    const asked = (name: string) => url.searchParams.get(name) ?? "";
    const irn = irnOf(gstin, asked("docdate"), asked("doctype"), asked("docnum"));
    const entry = provider.journal.get<Entry>("irn", irn);
    if (!entry) return refused("2154", "IRN details are not found");
    if (provider.clock.now() - entry.at > 2 * DAY_MS)
      return refused(
        "2283",
        "IRN details cannot be provided as it is generated more than 2 days prior",
      );
    return json(200, { Success: "Y", ...entry });
  }
  if (path === "POST /Invoice/Cancel")
    return withObject(body, ({ Irn }) => cancel(provider, String(Irn)));
  if (path !== "POST /Invoice") return notThere();
  const answer = withObject(body, (document) => register(provider, gstin, document, scenario));
  if (scenario === "loses_answers") return { ...json(502, {}), body: "Bad Gateway" };
  if (scenario === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  return answer;
}

type Inv01 = {
  DocDtls?: { Typ?: string; No?: string; Dt?: string };
  SellerDtls?: { Gstin?: string; Pin?: number };
  BuyerDtls?: { Gstin?: string; Addr1?: string; Pin?: number };
  ValDtls?: { TotInvVal?: number };
};

function register(
  provider: Provider,
  gstin: string,
  document: Record<string, unknown>,
  scenario: PortalScenario,
): Answer {
  const { DocDtls = {}, SellerDtls = {}, BuyerDtls = {} } = document as Inv01;
  const { Typ = "", No = "", Dt = "" } = DocDtls;
  if (document["Version"] !== "1.1" || !No || !/^\d\d\/\d\d\/\d{4}$/.test(Dt))
    return refused("5002", "The document does not follow the schema");
  if (SellerDtls.Gstin !== gstin)
    return refused("2143", "The invoice does not belong to the user GSTIN");
  if (scenario === "refuses") return refused("3028", "GSTIN is not present in invoice system");
  if (!BuyerDtls.Addr1 || !(Number(BuyerDtls.Pin) >= 100_000))
    return refused("3039", "Pincode of the buyer does not belong to the state");
  const irn = irnOf(gstin, Dt, Typ, No);
  if (provider.journal.get("irn", irn)) return refused("2150", "Duplicate IRN");
  const now = provider.clock.now();
  const [day, month, year] = Dt.split("/").map(Number) as [number, number, number];
  if (now - Date.UTC(year, month - 1, day) > 31 * DAY_MS)
    return refused(
      "2305",
      "IRN cannot be generated with document date prior to 30 days from today",
    );
  const number = provider.journal.all("irn").length + 1;
  const AckNo = 112_600_000_000_000 + number;
  const AckDt = new Date(now + IST_MS).toISOString().slice(0, 19).replace("T", " ");
  const entry: Entry = {
    Irn: irn,
    AckNo,
    AckDt,
    SignedQRCode: signed({ ...DocDtls, Irn: irn, SellerGstin: gstin, BuyerGstin: BuyerDtls.Gstin }),
    Status: "ACT",
    at: now,
  };
  provider.journal.write([["irn", irn, entry]]);
  return json(200, { Success: "Y", ...entry });
}

/** The portal cancels within 24 hours; its number is not used again. */
function cancel(provider: Provider, irn: string): Answer {
  const entry = provider.journal.get<Entry>("irn", irn);
  if (!entry) return refused("2154", "IRN details are not found");
  if (provider.clock.now() - entry.at > DAY_MS)
    return refused("2270", "The allowed cancellation time limit is crossed");
  provider.journal.write([["irn", irn, { ...entry, Status: "CNL" }]]);
  return json(200, { Success: "Y", Irn: irn, CancelDate: entry.AckDt });
}

/** Financial years begin in April. */
function irnOf(gstin: string, date: string, type: string, number: string): string {
  const [, month = 0, year = 0] = date.split("/").map(Number);
  const from = month >= 4 ? year : year - 1;
  const key = `${gstin}${from}-${(from + 1) % 100}${type}${number}`;
  return createHash("sha256").update(key).digest("hex");
}

/** As long as a real one, and signed by nobody. */
function signed(data: object): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part({ data })}.${"s".repeat(342)}`;
}

const refused = (error_code: string, error_message: string): Answer =>
  json(200, { Success: "N", ErrorDetails: [{ error_code, error_message }] });
