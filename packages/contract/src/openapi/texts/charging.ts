import * as charging from "../../charging.ts";
import * as invoice from "../../invoice.ts";
import * as ratings from "../../ratings.ts";
import * as wallet from "../../wallet.ts";
import { describeRoutes, type Operation } from "../route-texts.ts";

const bills = "Bills";

export const chargingOperations: Operation[] = [
  ...describeRoutes(
    charging,
    {
      driver: "Charging",
      of: { getCdr: bills, getCdrOfSession: bills, searchCdrs: bills, powerConsumption: bills },
    },
    {
      startSession: {
        summary: "Start a charging session",
        description:
          "Answers at once with a PENDING session; the operator is asked afterwards, and the live stream says what became of it. The same Idempotency-Key is the same session. `estimation_info` is the limit: money in rupees, time in minutes, range in km or energy in kWh.",
      },
      stopSession: {
        summary: "Stop a charging session",
        description: "Answers at once; the session ends when the operator says so.",
      },
      latestSession: {
        summary: "Get the driver's latest session",
        description: "Null: the driver never charged.",
      },
      activeSessions: "List sessions that are starting or active",
      getSession: "Get a session",
      askForSession: {
        summary: "Ask the operator for a session now",
        description:
          "Answers what is known afterwards. A session that is over, or was asked for less than 10 s ago, is answered from what is known already. `endpoint` is the operator's id.",
      },
      liveSessions: {
        summary: "Follow sessions live",
        description:
          "Server-sent events: `event: session` with the session as `data` and its version as `id`; a comment every 25 s. First come the open sessions, or with `Last-Event-ID` all that changed since, then `event: ready`, then every change. `retry:` before the end: reconnect after so many milliseconds.",
      },
      getCdr: "Get a bill",
      getCdrOfSession: {
        summary: "Get the bill of a session",
        description: "The newest one: after a credit, the corrected bill.",
      },
      searchCdrs: {
        summary: "List bills, newest first",
        description: "A credit note is found from the bill it takes back.",
      },
      powerConsumption: {
        summary: "Energy, charging sessions and cost by day",
        description:
          "By the day in India on which a charging session began; GST included, credited charging sessions left out.",
      },
    },
  ),
  ...describeRoutes(
    invoice,
    { driver: bills },
    {
      getBillInfo: {
        summary: "Get billing details",
        description:
          "Of the provider (`default` or its party id), or of the company the driver charges for.",
      },
    },
  ),
  ...describeRoutes(
    ratings,
    { driver: "Ratings" },
    {
      rateSession: {
        summary: "Rate a charging session",
        description: "Once it is over; again within seven days changes the rating.",
      },
      getRating: {
        summary: "Get the rating of a charging session",
        description: "Null: not rated yet.",
      },
      getLocationRating: {
        summary: "Get what drivers say of a location",
        description: "The average has one decimal. Null: nobody rated it.",
      },
    },
  ),
  ...describeRoutes(
    wallet,
    { driver: "Wallet", of: { getEmspConfig: "Content" } },
    {
      getWallet: "Get the wallet's balance",
      listMovements: {
        summary: "List the wallet's movements, newest first",
        description:
          "With `Accept: text/csv` all of them as a table: UTF-8 with a byte order mark, times in India's zone, amounts in rupees.",
      },
      createTopUp: {
        summary: "Order a top-up",
        description:
          "Nothing is paid yet: open `checkout_path` to pay. The same Idempotency-Key is the same order.",
      },
      getTopUp: {
        summary: "Get a top-up",
        description: "The payment provider is asked if it is not settled yet.",
      },
      verifyTopUp: {
        summary: "Credit a top-up at once",
        description: "With what the payment provider's checkout handed to the page.",
      },
      createWithdrawal: {
        summary: "Send unused money back",
        description:
          "To the payments it came from, newest first; without an amount, everything unused. Held money and goodwill stay. The same Idempotency-Key is the same withdrawal. WITHDRAWAL_TOO_LARGE carries `available_minor`, WITHDRAWAL_NOT_COVERED `refundable_minor`.",
      },
      planWithdrawal: "Say where a withdrawal would go, without sending it",
      listWithdrawals: "List withdrawals, newest first",
      getEmspConfig: {
        summary: "Get the app's configuration",
        description:
          "Limits, currency, payment key and links. `id` is `default` or the provider's party id.",
      },
    },
  ),
];
