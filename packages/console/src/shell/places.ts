import type { OperationName } from "../api/operations.ts";

/** A page of the console's menu. `key`: typed after `g`, it leads there. */
export type Place = { to: string; label: string; needs: OperationName; key?: string };

/** The menu, in the order of how often somebody needs it. Addresses are those of the service's lists. */
export const places: readonly { label: string; places: readonly Place[] }[] = [
  {
    label: "Every day",
    places: [
      { to: "/", label: "Overview", needs: "getOverview", key: "o" },
      { to: "/charges", label: "Charging sessions", needs: "listCharges", key: "c" },
      {
        to: "/tickets?state=OPEN&order=DUE",
        label: "Tickets",
        needs: "listConsoleTickets",
        key: "t",
      },
      { to: "/drivers", label: "Drivers", needs: "searchConsole", key: "m" },
      {
        to: "/station-problems",
        label: "Reported problems",
        needs: "listStationProblems",
        key: "p",
      },
      { to: "/check-ins", label: "Check-ins", needs: "listReportedCheckIns" },
      { to: "/locations", label: "Stations", needs: "listLocations", key: "s" },
      { to: "/partners", label: "Operators", needs: "listPartnerRecords", key: "n" },
    ],
  },
  {
    label: "Money",
    places: [
      { to: "/approvals", label: "Approvals", needs: "listApprovals", key: "v" },
      { to: "/refunds", label: "Refunds", needs: "listRefunds", key: "r" },
      { to: "/payments", label: "Payments", needs: "listPayments" },
      { to: "/payment-disputes", label: "Payment disputes", needs: "listPaymentDisputes" },
      { to: "/quarantined-cdrs", label: "CDRs set aside", needs: "listQuarantinedCdrs", key: "q" },
      { to: "/disputes", label: "Disputes", needs: "listDisputes", key: "d" },
      { to: "/settlements", label: "Settlements", needs: "getSettlement" },
      { to: "/operator-invoices", label: "Operator invoices", needs: "listOperatorInvoices" },
      { to: "/gst-documents", label: "GST documents", needs: "listGstDocuments" },
      { to: "/companies", label: "Companies", needs: "listCompanies" },
      { to: "/retail-rules", label: "Prices", needs: "listRetailRules" },
      { to: "/books", label: "Books", needs: "getBooks", key: "b" },
      {
        to: "/gateway-settlements",
        label: "Gateway settlements",
        needs: "listGatewaySettlements",
      },
      {
        to: "/settlement-mismatches",
        label: "Settlements not matched",
        needs: "listSettlementMismatches",
      },
      { to: "/customer-money", label: "Customers’ money", needs: "listCustomerMoney" },
      { to: "/ledger-check", label: "Ledger check", needs: "checkBooks" },
      { to: "/seller", label: "Seller", needs: "getSeller" },
    ],
  },
  {
    label: "Rarely",
    places: [
      { to: "/answer-templates", label: "Answer templates", needs: "listAnswerTemplates" },
      { to: "/messages", label: "Texts", needs: "listMessageVersions" },
      { to: "/support-information", label: "Support contact", needs: "updateSupportInformation" },
      { to: "/message-counts", label: "SMS and mail", needs: "countMessages" },
      { to: "/app-versions", label: "App versions", needs: "listAppVersions" },
      { to: "/vehicle-models", label: "Vehicle catalogue", needs: "listCatalogue" },
      { to: "/whitelist", label: "Whitelist", needs: "listWhitelist" },
      { to: "/staff", label: "Staff", needs: "listStaff" },
      { to: "/credentials", label: "Credentials", needs: "listCredentials" },
      { to: "/breaches", label: "Breaches", needs: "tellBreach" },
      { to: "/audit", label: "Audit log", needs: "listAudit", key: "a" },
      { to: "/account-audit", label: "Drivers’ audit log", needs: "listAccountAudit" },
    ],
  },
];

export const allPlaces: readonly Place[] = places.flatMap((group) => group.places);

/** The page that shows what an address of the service lists. */
export const pageOf = (address: string): string => address.replace("/provider/v1", "");
