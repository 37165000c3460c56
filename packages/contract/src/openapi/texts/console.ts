import * as lists from "../../console-lists.ts";
import { describeRoutes, type Operation } from "../route-texts.ts";

const tickets = "Back office: support";

/** What the console shows of all drivers, and what the staff do there. */
export const consoleOperations: Operation[] = describeRoutes(
  lists,
  {
    driver: "Back office: console",
    of: {
      listConsoleTickets: tickets,
      getConsoleTicket: tickets,
      assignTicket: tickets,
      listAnswerTemplates: tickets,
      saveAnswerTemplate: tickets,
      removeAnswerTemplate: tickets,
    },
  },
  {
    listConsoleTickets: {
      summary: "List tickets of all drivers by the time of the last message",
      description:
        "`age`: the last message is at least so old. `counts` are of all tickets, whatever is filtered: 1000 is a thousand or more.",
    },
    getConsoleTicket: {
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
    searchConsole: {
      summary: "Search drivers, charges, bills, tickets, payments and places",
      description:
        "By a mobile number or its last four or five digits, the beginning of a name, an invoice's number, and ids: ours, an operator's of a session or a record, the last four characters or more of a payment's.",
    },
    getConsoleDriver: {
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
        "For money that a refund to its payment failed to send, to an account in the driver's own name. It leaves the wallet at once. The same bank reference is booked once. HOLDER_DIFFERS: the account has another owner. REFUND_NOT_FAILED carries `failed_minor`, WITHDRAWAL_TOO_LARGE `available_minor`.",
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
    listPaymentDisputes: {
      summary: "List cardholders' disputes of payments, by the deadline for evidence",
      description:
        "What banks dispute at the payment provider, with the day until which it wants evidence. OPEN: its money is set aside. In the order DEADLINE those that want evidence come first, the one due first before; then the others, newest first.",
    },
    savePaymentEvidence: {
      summary: "Get the evidence for a disputed payment as a PDF",
      description:
        "The payment, the account with its number masked, devices signed in around it, charging sessions and bills it was spent on with their meter values, and refunds. NOT_FOUND: no such dispute, or nobody was credited for the payment.",
    },
    listRefunds: {
      summary: "List refunds of all drivers, newest first",
      description: "WAITING: the payment provider has not said what became of it.",
    },
    listLocations: {
      summary: "List stations of all operators, by name",
      description:
        "`q` is the beginning of the name, an id of ours or the operator's, or what is printed on a charger. `city` and `state` are whole, as the operator writes them.",
    },
    getConsoleLocation: {
      summary: "Get everything that is known of a station",
      description:
        "As its operator sent it, with its plugs and what they were in the last 30 days, tariffs, failed starts, reports of drivers and what the staff did.",
    },
    hideLocation: {
      summary: "Take a station out of the app",
      description:
        "No search, map or code finds it and no charge starts there, whatever its operator sends. Charges under way go on. CONFLICT: it is hidden already; `by`, `at` and `because` say who was first.",
    },
    confirmLocationState: {
      summary: "Confirm the GST state of a station",
      description:
        "The place of supply of bills that are made from then on, whatever the operator sends. Null takes it back.",
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
);
