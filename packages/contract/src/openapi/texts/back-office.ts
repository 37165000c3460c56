import * as companies from "../../companies.ts";
import * as administration from "../../administration.ts";
import * as books from "../../books.ts";
import * as provider from "../../provider.ts";
import { describeRoutes, type Operation } from "../route-texts.ts";

const money = "Back office: money";
const drivers = "Back office: drivers";
const access = "Back office: access";
const company = "Back office: companies";

export const backOfficeOperations: Operation[] = [
  ...describeRoutes(
    companies,
    { driver: "Company", backOffice: company },
    {
      listCompanyVehicles: {
        summary: "List a company's vehicles",
        description: "For the company's own drivers only.",
      },
      getCompanyOffer: {
        summary: "Get what a company offers to pay",
        description: "Of a company that has listed the driver's number. Null: none.",
      },
      acceptCompanyOffer: {
        summary: "Let a company pay",
        description:
          "From then on it pays for the driver's charging sessions; the wallet's money goes back to its payments.",
      },
      leaveCompany: {
        summary: "Leave the company that pays",
        description:
          "From the next charging session on the driver pays, and the company sees nothing of it. NOT_FOUND: no company pays.",
      },
      listCompanies: "List companies",
      getCompany: "Get a company",
      updateCompany: { summary: "Change a company", description: "What is not named stays." },
      limitCompanyNumber: "Set what one number may spend a month",
      unlistCompanyNumber: {
        summary: "Remove a number",
        description: "Its driver pays for later charging sessions from the wallet.",
      },
      listVehiclesOfCompany: "List the vehicles of a company, by registration",
      addCompanyVehicle: "Add a vehicle of a company",
      removeCompanyVehicle: "Remove a vehicle of a company",
      recordCompanyPayment: {
        summary: "Book a payment of a company",
        description: "The same payment with the same reference is booked once.",
      },
      reverseCompanyPayment: {
        summary: "Take back a payment of a company",
        description:
          "One that was booked by mistake. The right payment is booked under a reference of its own.",
      },
      getCompanyStatement: "Get a company's statement of a month",
    },
  ),
  ...describeRoutes(
    provider,
    {
      driver: money,
      of: {
        getDriver: drivers,
        setDriverFlags: drivers,
        signOutDriver: drivers,
        putCompany: company,
        listCompanyNumber: company,
      },
    },
    {
      putCompany: {
        summary: "Add a company",
        description: "Answers the company of that name if there is one.",
      },
      listCompanyNumber: {
        summary: "Add a number to a company",
        description: "Only listed numbers become CORPORATE at sign-up.",
      },
      getDriver: {
        summary: "Get a driver by mobile number or account id",
        description:
          "By the account's id the answer has neither number nor name, here and in every answer about a driver.",
      },
      setDriverFlags: "Change a driver's flags",
      signOutDriver: {
        summary: "Sign a driver out on every device",
        description: "For a lost phone, or a number that was taken over.",
      },
      listRetailRules: {
        summary: "List the rules of retail prices",
        description: "`rules` hold now; `planned` replace them from their day on.",
      },
      putRetailRule: {
        summary: "Set the retail rule of an operator and type of customer",
        description:
          "What it does not name is as a more general rule has it, or as the operator's. With `from` it holds from the beginning of that day in India, tomorrow at the earliest. CONFLICT: another rule is planned for that day.",
      },
      deleteRetailRule: {
        summary: "Delete the retail rule of an operator and type of customer",
        description: "With `from`, the one that is planned for that day.",
      },
      listTaxRates: {
        summary: "List the seller's tax rates",
        description:
          "GST and Services Accounting Code by what is sold, of one kind the newest first. `kind` null: all that has no rate of its own. `by` null: a preset that nobody has confirmed.",
      },
      putTaxRate: {
        summary: "Set or confirm a tax rate of the seller",
        description:
          "It holds for prices and bills of what starts from then on, in place of what operators say of VAT. With `from` it holds from the beginning of that day in India. INVALID_INPUT: the day has begun.",
      },
      previewRetailRule: {
        summary: "Get what a retail rule would make of prices",
        description:
          "For ten tariffs of the operators it is for, those most used in thirty days: what a charge of 20 kWh costs today and with the rule, and what the provider earns. Nothing is saved.",
      },
      listDisputes: "List disputes with operators, newest first",
      decideDispute: {
        summary: "Close a dispute",
        description:
          "`owed_minor` of what is disputed is owed to the operator after all, paise with GST; the rest is not. The driver's bill stays. CONFLICT: decided otherwise before, or more than is disputed.",
      },
      correctBuyer: {
        summary: "Correct the buyer of a bill",
        description:
          "A credit note to the old buyer and an invoice of the same total to the one that the driver's profile, or the company, names now; its GSTIN decides the place of supply and the kind of tax. No money is returned. A second member confirms it. CONFLICT: the buyer is named like this already, the bill was taken back or is provisional, or the account was erased.",
      },
      listGstDocuments: {
        summary: "List invoices and credit notes to buyers with a GSTIN, newest first",
        description:
          "With their registration at the invoice registration portal, where `EINVOICE_URL` is set, and with those that lack the buyer's address.",
      },
      registerAgain: {
        summary: "Send a document to the invoice registration portal again",
        description:
          "One that it refused, once what was wrong is corrected, or one that was issued while registration was off. Addresses are then those of today, if the GSTIN is still the same. CONFLICT: it waits, is registered or withdrawn, or registration is off.",
      },
      listOperatorInvoices: {
        summary: "List operators' invoices, newest first",
        description:
          "Of operators on OCPI 2.3.0 that send which CDRs stand on an invoice, each with how many of them we have.",
      },
      getOperatorInvoice: {
        summary: "Get an operator's invoice with the sums of what we have of it",
        description:
          "OCPI sends ids and no amounts: the sums are those of the CDRs as the operator sent them, to compare with the invoice on paper.",
      },
      listOperatorInvoiceCdrs: {
        summary: "List the CDRs on an operator's invoice",
        description: "DOUBLE: listed twice, or on another invoice of the operator too.",
      },
      listNotInvoicedCdrs: {
        summary: "List an operator's CDRs that stand on none of its invoices, oldest first",
        description: "From the month of the first that it has invoiced until the last one.",
      },
      listQuarantinedCdrs: "List quarantined CDRs, newest first",
      getQuarantinedCdr: "Get a quarantined CDR",
      decideQuarantinedCdr: {
        summary: "Release or reject a quarantined CDR",
        description:
          "RELEASED: it is billed at the agreed price, in place of a provisional bill where there is one. REJECTED: it is never billed. CONFLICT: decided otherwise before, or there is nobody to bill. RECORD_UNREADABLE: it cannot be released; the message says why.",
      },
    },
  ),
  ...describeRoutes(
    administration,
    {
      driver: money,
      of: {
        giveGoodwill: drivers,
        listCredentials: access,
        createCredential: access,
        revokeCredential: access,
        listAudit: access,
        listWhitelist: access,
        addToWhitelist: access,
        removeFromWhitelist: access,
      },
    },
    {
      listCredentials: "List credentials",
      createCredential: {
        summary: "Create a credential",
        description: "Its token is in this answer and nowhere else.",
      },
      revokeCredential: "Revoke a credential",
      listAudit: "List calls of the back office, newest first",
      listWhitelist: "List who may use restricted locations",
      addToWhitelist: {
        summary: "Allow a driver or company at a location or operator",
        description:
          "Exactly one of `mobile` and `company_id`, and one of `location_id` and `operator`.",
      },
      removeFromWhitelist: "Remove a whitelist entry",
      giveGoodwill: {
        summary: "Give money to a driver's wallet",
        description:
          "The driver reads the reason. The same reference is booked once. From `FOUR_EYES_FROM` on it is WAITING for a second member of finance.",
      },
      correctBill: {
        summary: "Take a whole bill back",
        description:
          "By a credit note of the provider's: the money goes to whoever paid. What the operator is owed does not change. From `FOUR_EYES_FROM` on it is WAITING for a second member of finance.",
      },
      getSettlement: {
        summary: "Get what an operator is owed for a month",
        description: "Against what drivers paid. Paise, GST included.",
      },
      payOperator: {
        summary: "Book what an operator was paid for a month",
        description:
          "Whole or in part; once for each month and UTR. CONFLICT: more than it is owed, or a day that has not come.",
      },
      reverseOperatorPayment: {
        summary: "Take back a payment to an operator",
        description: "One that was booked by mistake. The right one may have the same UTR.",
      },
      writeOffDebt: {
        summary: "Write off what a driver owes",
        description:
          "As a bad debt. CONFLICT: the driver owes nothing, or the debt is younger than the days of the setting `WRITE_OFF_AFTER_DAYS`.",
      },
      getSeller: "Get the seller and its grievance officer",
      updateSeller: {
        summary: "Change the seller",
        description:
          "For invoices and the app's legal page from now on. A GSTIN of its own ends the example seller. In PROD the service is not ready before the grievance officer has a name, a designation, a phone number and an e-mail address.",
      },
      checkBooks: {
        summary: "Check the ledger",
        description:
          "Faults by kind, and the first hundred rows that are wrong, with what is wrong; sound when all are zero. CONFLICT: another check is under way.",
      },
    },
  ),
  ...describeRoutes(
    books,
    { driver: money, backOffice: money },
    {
      getBooks: {
        summary: "Get the books of a month",
        description:
          "The sums of its invoices and credit notes, and what moved on each account of the chart of accounts.",
      },
      exportBooks: {
        summary: "Take away an export of a month",
        description:
          "The sales register, GSTR-1 as the portal's JSON or as CSV, vouchers for Tally, or a journal that hledger reads.",
      },
      fileBooks: {
        summary: "Mark a month as filed",
        description:
          "For good: its exports never change from then on, and a correction is dated in the open month. CONFLICT: it ended less than a day ago.",
      },
      listGatewaySettlements: {
        summary: "List settlements of the payment provider, newest first",
        description:
          "What was paid out to the bank, with its UTR, fees and their GST. Read once a day from the payment provider's report.",
      },
      listSettlementMismatches: {
        summary: "List what does not match of settlements, newest first",
        description:
          "Lines that match no payment, refund or dispute, settlements that differ from their lines or are below zero, and payments that no settlement has after seven days. Lines are in suspense until they match.",
      },
      listCustomerMoney: {
        summary: "List customers' money against the bank account, newest day first",
        description:
          "For each day of India's calendar that is over: what was owed to drivers, what the payment provider had of it, what therefore should lie in the bank account, what the statement says, and the difference. OPEN: without a statement, or with a difference.",
      },
      enterBankBalance: {
        summary: "Enter the bank account's balance at the end of a day",
        description:
          "From the bank's statement. Entered again, it replaces what was entered; the audit log has both.",
      },
    },
  ),
];
