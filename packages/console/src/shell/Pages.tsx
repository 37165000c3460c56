import { lazy, Suspense } from "react";
import { Route, Routes } from "react-router";
import { Loading } from "../ui/Answered.tsx";
import { Page } from "../ui/Page.tsx";

const Overview = lazy(() => import("../pages/overview/Overview.tsx"));
const AccountAudit = lazy(() => import("../pages/audit/AccountAudit.tsx"));
const AnswerTemplates = lazy(() => import("../pages/tickets/AnswerTemplates.tsx"));
const Breaches = lazy(() => import("../pages/breaches/Breaches.tsx"));
const AppVersions = lazy(() => import("../pages/settings/AppVersions.tsx"));
const Approval = lazy(() => import("../pages/approvals/Approval.tsx"));
const Approvals = lazy(() => import("../pages/approvals/Approvals.tsx"));
const Audit = lazy(() => import("../pages/audit/Audit.tsx"));
const Books = lazy(() => import("../pages/books/Books.tsx"));
const CustomerMoney = lazy(() => import("../pages/books/CustomerMoney.tsx"));
const GatewaySettlements = lazy(() => import("../pages/books/GatewaySettlements.tsx"));
const SettlementMismatches = lazy(() => import("../pages/books/SettlementMismatches.tsx"));
const LedgerCheck = lazy(() => import("../pages/books/LedgerCheck.tsx"));
const Charge = lazy(() => import("../pages/charges/Charge.tsx"));
const Charges = lazy(() => import("../pages/charges/Charges.tsx"));
const CheckIns = lazy(() => import("../pages/reports/CheckIns.tsx"));
const Companies = lazy(() => import("../pages/companies/Companies.tsx"));
const Company = lazy(() => import("../pages/companies/Company.tsx"));
const ConnectPartner = lazy(() => import("../pages/partners/ConnectPartner.tsx"));
const Credentials = lazy(() => import("../pages/staff/Credentials.tsx"));
const Disputes = lazy(() => import("../pages/disputes/Disputes.tsx"));
const Driver = lazy(() => import("../pages/drivers/Driver.tsx"));
const Drivers = lazy(() => import("../pages/drivers/Drivers.tsx"));
const Location = lazy(() => import("../pages/locations/Location.tsx"));
const Locations = lazy(() => import("../pages/locations/Locations.tsx"));
const MessageCounts = lazy(() => import("../pages/messages/MessageCounts.tsx"));
const NotInvoiced = lazy(() => import("../pages/operator-invoices/NotInvoiced.tsx"));
const OperatorInvoice = lazy(() => import("../pages/operator-invoices/OperatorInvoice.tsx"));
const GstDocuments = lazy(() => import("../pages/gst-documents/GstDocuments.tsx"));
const OperatorInvoices = lazy(() => import("../pages/operator-invoices/OperatorInvoices.tsx"));
const Partner = lazy(() => import("../pages/partners/Partner.tsx"));
const PartnerFindings = lazy(() => import("../pages/partners/PartnerFindings.tsx"));
const PartnerMessages = lazy(() => import("../pages/partners/PartnerMessages.tsx"));
const Partners = lazy(() => import("../pages/partners/Partners.tsx"));
const Payments = lazy(() => import("../pages/payments/Payments.tsx"));
const PreviewRule = lazy(() => import("../pages/retail-rules/PreviewRule.tsx"));
const QuarantinedCdr = lazy(() => import("../pages/quarantined-cdrs/QuarantinedCdr.tsx"));
const QuarantinedCdrs = lazy(() => import("../pages/quarantined-cdrs/QuarantinedCdrs.tsx"));
const PaymentDisputes = lazy(() => import("../pages/payments/PaymentDisputes.tsx"));
const Refunds = lazy(() => import("../pages/refunds/Refunds.tsx"));
const RetailRules = lazy(() => import("../pages/retail-rules/RetailRules.tsx"));
const Seller = lazy(() => import("../pages/seller/Seller.tsx"));
const Settlements = lazy(() => import("../pages/settlements/Settlements.tsx"));
const Staff = lazy(() => import("../pages/staff/Staff.tsx"));
const Statement = lazy(() => import("../pages/companies/Statement.tsx"));
const StationProblems = lazy(() => import("../pages/reports/StationProblems.tsx"));
const SupportContact = lazy(() => import("../pages/settings/SupportContact.tsx"));
const Text = lazy(() => import("../pages/messages/Text.tsx"));
const Texts = lazy(() => import("../pages/messages/Texts.tsx"));
const Ticket = lazy(() => import("../pages/tickets/Ticket.tsx"));
const Tickets = lazy(() => import("../pages/tickets/Tickets.tsx"));
const VehicleModel = lazy(() => import("../pages/vehicles/VehicleModel.tsx"));
const VehicleModels = lazy(() => import("../pages/vehicles/VehicleModels.tsx"));
const Whitelist = lazy(() => import("../pages/staff/Whitelist.tsx"));

/** Every page by its address. */
export const Pages = () => (
  <Suspense fallback={<Loading />}>
    <Routes>
      <Route path="/" element={<Overview />} />
      <Route path="/account-audit" element={<AccountAudit />} />
      <Route path="/answer-templates" element={<AnswerTemplates />} />
      <Route path="/breaches" element={<Breaches />} />
      <Route path="/app-versions" element={<AppVersions />} />
      <Route path="/approvals" element={<Approvals />} />
      <Route path="/approvals/:id" element={<Approval />} />
      <Route path="/audit" element={<Audit />} />
      <Route path="/books" element={<Books />} />
      <Route path="/books/:month" element={<Books />} />
      <Route path="/customer-money" element={<CustomerMoney />} />
      <Route path="/gateway-settlements" element={<GatewaySettlements />} />
      <Route path="/settlement-mismatches" element={<SettlementMismatches />} />
      <Route path="/charges" element={<Charges />} />
      <Route path="/charges/:id" element={<Charge />} />
      <Route path="/check-ins" element={<CheckIns />} />
      <Route path="/companies" element={<Companies />} />
      <Route path="/companies/:id" element={<Company />} />
      <Route path="/companies/:id/statements/:month" element={<Statement />} />
      <Route path="/credentials" element={<Credentials />} />
      <Route path="/disputes" element={<Disputes />} />
      <Route path="/drivers" element={<Drivers />} />
      <Route path="/drivers/:id" element={<Driver />} />
      <Route path="/ledger-check" element={<LedgerCheck />} />
      <Route path="/locations" element={<Locations />} />
      <Route path="/locations/:id" element={<Location />} />
      <Route path="/message-counts" element={<MessageCounts />} />
      <Route path="/messages" element={<Texts />} />
      <Route path="/messages/:type/:key" element={<Text />} />
      <Route path="/not-invoiced-cdrs" element={<NotInvoiced />} />
      <Route path="/gst-documents" element={<GstDocuments />} />
      <Route path="/operator-invoices" element={<OperatorInvoices />} />
      <Route path="/operator-invoices/:id" element={<OperatorInvoice />} />
      <Route path="/partners" element={<Partners />} />
      <Route path="/partners/:id" element={<Partner />} />
      <Route path="/partners/:id/findings" element={<PartnerFindings />} />
      <Route path="/partners/:id/messages" element={<PartnerMessages />} />
      <Route path="/partners/connect" element={<ConnectPartner />} />
      <Route path="/payments" element={<Payments />} />
      <Route path="/quarantined-cdrs" element={<QuarantinedCdrs />} />
      <Route path="/quarantined-cdrs/:id" element={<QuarantinedCdr />} />
      <Route path="/payment-disputes" element={<PaymentDisputes />} />
      <Route path="/refunds" element={<Refunds />} />
      <Route path="/retail-rules" element={<RetailRules />} />
      <Route path="/retail-rules/preview" element={<PreviewRule />} />
      <Route path="/seller" element={<Seller />} />
      <Route path="/settlements" element={<Settlements />} />
      <Route path="/settlements/:month" element={<Settlements />} />
      <Route path="/staff" element={<Staff />} />
      <Route path="/station-problems" element={<StationProblems />} />
      <Route path="/support-information" element={<SupportContact />} />
      <Route path="/tickets" element={<Tickets />} />
      <Route path="/tickets/:id" element={<Ticket />} />
      <Route path="/vehicle-models" element={<VehicleModels />} />
      <Route path="/vehicle-models/:make/:model" element={<VehicleModel />} />
      <Route path="/whitelist" element={<Whitelist />} />
      <Route path="*" element={<Nowhere />} />
    </Routes>
  </Suspense>
);

const Nowhere = () => (
  <Page title="No such page">
    <p>Choose a page from the menu, or search.</p>
  </Page>
);
