import * as companies from "../../companies.ts";
import * as backoffice from "../../backoffice.ts";
import * as desk from "../../desk.ts";
import * as provider from "../../provider.ts";
import * as staff from "../../staff.ts";
import { describeRoutes, type Operation } from "../route-texts.ts";

const money = "Back office: money";
const drivers = "Back office: drivers";
const tickets = "Back office: support";
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
          "What it does not name stays as the operator's. With `from` it holds from the beginning of that day in India, tomorrow at the earliest. CONFLICT: another rule is planned for that day.",
      },
      deleteRetailRule: {
        summary: "Delete the retail rule of an operator and type of customer",
        description: "With `from`, the one that is planned for that day.",
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
    desk,
    {
      driver: "Back office: console",
      of: {
        listDeskTickets: tickets,
        getDeskTicket: tickets,
        assignTicket: tickets,
        listAnswerTemplates: tickets,
        saveAnswerTemplate: tickets,
        removeAnswerTemplate: tickets,
      },
    },
    {
      listDeskTickets: {
        summary: "List tickets of all drivers by the time of the last message",
        description:
          "`age`: the last message is at least so old. `counts` are of all tickets, whatever is filtered: 1000 is a thousand or more.",
      },
      getDeskTicket: {
        summary: "Get a ticket with what belongs to it",
        description:
          "By its id or its number, here and where it is answered, assigned or closed. `looking`: which others of the staff have read it within the last minute.",
      },
      assignTicket: {
        summary: "Assign a ticket to a member of the staff",
        description:
          "Null takes it back. NOT_FOUND: no such ticket, or nobody of this name may answer. CONFLICT: it is no longer that of `instead_of`.",
      },
      listAnswerTemplates: "List answer templates by title",
      saveAnswerTemplate: {
        summary: "Save an answer template",
        description:
          "`version` is that of the template which was changed, 0 for a new one. CONFLICT: `by` changed it meanwhile; `template` is what it is now.",
      },
      removeAnswerTemplate: "Remove an answer template",
      getOverview: {
        summary: "Get what needs somebody now",
        description: "Each figure has the address of its list.",
      },
      searchDesk: {
        summary: "Search drivers, charges, bills, tickets, payments and places",
        description:
          "By a mobile number or its last four or five digits, the beginning of a name, an invoice's number, and ids: ours, an operator's of a session or a record, the last four characters or more of a payment's.",
      },
      getDeskDriver: {
        summary: "Get a driver without number and name",
        description: "Both are masked; `show` gives them for a reason.",
      },
      showDriver: {
        summary: "Show a driver's number, name and address",
        description: "The reason is in the audit log.",
      },
      getDriverTimeline: {
        summary: "List everything that happened to a driver, newest first",
        description:
          "Sign-ins and other acts of the account, charges, bills, wallet, payments, refunds, tickets and messages. Of a MOVEMENT `amount_minor` is the balance after it.",
      },
      listApprovals: {
        summary: "List what the staff did with money, newest first",
        description:
          "Goodwill, corrections of bills and refunds by bank transfer. WAITING: a second member of finance has to confirm it.",
      },
      getApproval: "Get what the staff proposed",
      confirmApproval: {
        summary: "Confirm what another member proposed",
        description:
          "It is booked once. FORBIDDEN: the caller proposed it. CONFLICT: it was decided before, is older than seven days, or cannot be booked any more.",
      },
      rejectApproval: {
        summary: "Reject what was proposed",
        description: "Nothing is booked. Who proposed it may take it back like this too.",
      },
      refundByBank: {
        summary: "Record a refund by bank transfer",
        description:
          "For money that cannot go back to its payment. It leaves the wallet at once. The same bank reference is booked once. WITHDRAWAL_TOO_LARGE carries `available_minor`.",
      },
      retryRefund: {
        summary: "Send a failed refund again",
        description:
          "What came back into the wallet goes to the same payment, once. CONFLICT: it did not fail, the payment provider has it after all, or nothing came back.",
      },
      askAboutPayment: {
        summary: "Ask the payment provider about a payment again",
        description:
          "What it has captured is credited, once. CONFLICT: there is no order to ask about.",
      },
      listPayments: "List payments of all drivers, newest first",
      listRefunds: {
        summary: "List refunds of all drivers, newest first",
        description: "WAITING: the payment provider has not said what became of it.",
      },
      listLocations: {
        summary: "List stations of all operators, by name",
        description:
          "`q` is the beginning of the name, an id of ours or the operator's, or what is printed on a charger. `city` and `state` are whole, as the operator writes them.",
      },
      getDeskLocation: {
        summary: "Get everything that is known of a station",
        description:
          "As its operator sent it, with its plugs and what they were in the last 30 days, tariffs, failed starts, reports of drivers and what the staff did.",
      },
      hideLocation: {
        summary: "Take a station out of the app",
        description:
          "No search, map or code finds it and no charge starts there, whatever its operator sends. Charges under way go on. CONFLICT: it is hidden already; `by`, `at` and `because` say who was first.",
      },
      showLocation: {
        summary: "Put a hidden station back into the app",
        description: "CONFLICT: it is shown already.",
      },
      listCharges: {
        summary: "List charges of all drivers, newest first",
        description:
          "`state` STUCK: those that wait longer than they should; `waits_for` says for what. UNBILLED: over, and no charge record has come.",
      },
      getCharge: {
        summary: "Get everything that is known of a charge",
        description:
          "Every step in the order of time, from the start to the ledger, with what was said with the operator.",
      },
      stopCharge: {
        summary: "Stop a charge",
        description: "As if the driver had pressed Stop. Stopping twice is harmless.",
      },
      askAboutCharge: {
        summary: "Ask the operator about a charge again",
        description:
          "It is asked within seconds; what it says is among the steps of the charge. SESSION_NOT_ACTIVE: the charge is settled.",
      },
      closeChargeUnbilled: {
        summary: "Close a charge without a bill",
        description:
          "For a charge that is over and whose record does not come: what is held goes back. A record that comes later is set aside. CONFLICT: it runs, has a bill, or is settled.",
      },
    },
  ),
  ...describeRoutes(
    staff,
    { driver: "Back office: staff" },
    {
      listStaff: "List members of the staff",
      inviteStaff: {
        summary: "Invite a member of the staff",
        description: "The link opens once, within 24 hours. It is in this answer and nowhere else.",
      },
      inviteStaffAgain: {
        summary: "Invite a member again",
        description:
          "For a lost passkey, or a link that was not used in time. Earlier links end at once; earlier passkeys and sessions end when it is accepted.",
      },
      changeStaff: {
        summary: "Change a member's role",
        description: "It holds from the next call on, also in sessions that are open.",
      },
      revokeStaff: {
        summary: "Revoke a member",
        description: "Sessions, passkeys and links end at once. The name is never used again.",
      },
      invitationOptions: {
        summary: "Get the options to accept an invitation with",
        description: "The challenge is good once, for five minutes.",
      },
      acceptInvitation: {
        summary: "Accept an invitation with a new passkey",
        description: "Signs in: the cookie `__Host-staff` comes with the answer.",
      },
      staffSignInOptions: "Get the options to sign in to the console with",
      signInStaff: {
        summary: "Sign in to the console by passkey",
        description:
          "The cookie `__Host-staff` comes with the answer. TOO_MANY_REQUESTS also after ten refused passkeys of a member, for an hour.",
      },
      getStaffSession: "Get who is signed in",
      signOutStaff: {
        summary: "Sign out of the console",
        description: "The cookie opens nothing from now on.",
      },
      passkeyAgainOptions: {
        summary: "Get the options to use the passkey again with",
        description: "NOT_FOUND for a credential's token, which has no passkey.",
      },
      passkeyAgain: {
        summary: "Use the passkey again",
        description: "For five minutes the session may touch money, erasures and credentials.",
      },
    },
  ),
  ...describeRoutes(
    backoffice,
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
      getSeller: "Get the seller named on invoices",
      updateSeller: {
        summary: "Change the seller",
        description: "For invoices from now on. A GSTIN of its own ends the example seller.",
      },
      checkBooks: {
        summary: "Check the ledger",
        description: "Faults by kind; sound when all are zero.",
      },
    },
  ),
];
