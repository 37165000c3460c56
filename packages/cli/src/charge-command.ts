import { backoffice, type ConsoleCharge, type RouteCall } from "@voltmarg/contract";
import { formatInr } from "@voltmarg/rules";
import { callRoute } from "@voltmarg/client/node";
import {
  fields,
  moment,
  table,
  Usage,
  type Options,
  type Subcommand,
} from "./backoffice-command.ts";
import { oneOf, pageFrom, withNext } from "./cursor-page.ts";
import { required } from "./driver-command.ts";

type Query = RouteCall<typeof backoffice.listCharges>["query"];

/** `charge …`: charging sessions of all drivers, and what may be done to one. */
export const chargeCommands: readonly Subcommand[] = [
  {
    usage:
      "charge list [--state running|stuck|failed|unbilled|billed] [--operator <id|name>] [--from <day>] [--until <day>] [--q <id or number>] [--cursor <cursor>]",
    does: "charging sessions of all drivers, newest first",
    run: async (_args, options, { url, token }) => {
      const query: Query = {
        state: oneOf("state", backoffice.ChargeFilter.options, options["state"]),
        operator: options["operator"],
        from: options["from"],
        until: options["until"],
        q: options["q"],
        ...pageFrom(options),
      };
      const answer = await callRoute(url, backoffice.listCharges, { token, query });
      const head = ["Id", "At (IST)", "Driver", "Station", "Operator", "State", "kWh", "Cost"];
      return withNext(answer, head, answer.content.map(rowOf));
    },
  },
  {
    usage: "charge show <charge>",
    does: "everything that is known of a charging session, step by step",
    run: async ([id], _options, { url, token }) => {
      const call = { token, params: { id: id! } };
      const { data } = await callRoute(url, backoffice.getCharge, call);
      const steps = table(
        ["At (IST)", "What", "Words", "Amount"],
        data.steps.map((step) => [
          moment(step.at),
          step.what.toLowerCase().replaceAll("_", " "),
          step.text,
          step.amount_minor === null ? "-" : formatInr(step.amount_minor),
        ]),
      );
      return { answer: data, text: `${fields(headOf(data))}\n\n${steps}` };
    },
  },
  act("stop", "stop it, as if its driver had pressed Stop", backoffice.stopCharge),
  act("ask-again", "have its operator asked about it now", backoffice.askAboutCharge),
  act(
    "close-unbilled",
    "close one that is over and has no bill: what is held goes back",
    backoffice.closeChargeUnbilled,
  ),
];

function act(
  word: string,
  does: string,
  route:
    | typeof backoffice.stopCharge
    | typeof backoffice.askAboutCharge
    | typeof backoffice.closeChargeUnbilled,
): Subcommand {
  return {
    usage: `charge ${word} <charge> --reason "<why>"`,
    does,
    run: async ([id], options, { url, token }) => {
      const call = { token, params: { id: id! }, body: reasonIn(options) };
      const { data } = await callRoute(url, route, call);
      return { answer: data, text: fields(data) };
    },
  };
}

/** Why it is done, for the audit log. */
export function reasonIn(options: Options): { reason: string } {
  const reason = required(options, "reason");
  if (reason.trim().length < 4) throw new Usage("--reason is a few words");
  return { reason };
}

const stateOf = ({ step, waits_for, failure }: ConsoleCharge) =>
  [step, waits_for && `waits for ${waits_for}`, failure].filter(Boolean).join(", ");

const rowOf = (charge: ConsoleCharge): string[] => [
  charge.id,
  moment(charge.requested_at),
  charge.driver.mobile_masked ?? "erased",
  charge.location.name,
  charge.operator.name,
  stateOf(charge),
  charge.kwh === null ? "-" : charge.kwh.toFixed(2),
  charge.cost_minor === null ? "-" : formatInr(charge.cost_minor),
];

const headOf = (
  charge: ConsoleCharge & { evse_label: string; ocpi_session_id: string | null },
) => ({
  id: charge.id,
  operators_id: charge.ocpi_session_id,
  asked_for: moment(charge.requested_at),
  state: stateOf(charge),
  driver: charge.driver.mobile_masked ?? "erased",
  account: charge.driver.id,
  station: `${charge.location.name}, ${charge.location.city}`,
  charger: charge.evse_label,
  operator: charge.operator.name,
  kwh: charge.kwh,
  cost_minor: charge.cost_minor,
  bill: charge.bill_id,
});
