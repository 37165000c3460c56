import { backoffice, provider } from "@voltmarg/contract";
import { withApproval } from "./approval-command.ts";
import { callRoute } from "@voltmarg/client/node";
import {
  fields,
  paiseOf,
  Usage,
  type Answer,
  type Options,
  type Subcommand,
} from "./backoffice-command.ts";

const asFields = (answer: object): Answer => ({ answer, text: fields(answer) });

/** A required option. */
export function required(options: Options, name: string): string {
  const value = options[name];
  if (value === undefined || value.trim() === "") throw new Usage(`--${name} is needed`);
  return value;
}

/** `driver …` and `bill …`: data and actions of the back office for one driver. */
export const driverCommands: readonly Subcommand[] = [
  {
    usage: "driver show <driver>",
    does: "a driver's data; <driver> is a mobile number or an account's id",
    run: async ([mobile], _options, { url, token }) =>
      asFields(
        (await callRoute(url, provider.getDriver, { token, params: { mobile: mobile! } })).data,
      ),
  },
  {
    usage: "driver set <driver> --multi on|off",
    does: "allow several charging sessions at once, or one",
    run: async ([mobile], { multi }, { url, token }) => {
      if (multi !== "on" && multi !== "off") {
        throw new Usage("driver set needs --multi on or --multi off");
      }
      const body = { allow_multi_charging: multi === "on" };
      const call = { token, params: { mobile: mobile! }, body };
      return asFields((await callRoute(url, provider.setDriverFlags, call)).data);
    },
  },
  {
    usage: "driver sign-out <driver>",
    does: "sign a driver out on every device, for example when a phone was lost or a number was taken over",
    run: async ([mobile], _options, { url, token }) => {
      const call = { token, params: { mobile: mobile! } };
      return asFields((await callRoute(url, provider.signOutDriver, call)).data);
    },
  },
  {
    usage: 'driver goodwill <driver> <rupees> --reason "<why>" --reference <case>',
    does: "add money to a wallet; each reference is booked once, and the driver sees the reason; a large amount waits for a second member of finance",
    run: async ([mobile, rupees], options, { url, token }) => {
      const body = {
        amount_minor: paiseOf(rupees!),
        reason: required(options, "reason"),
        reference: required(options, "reference"),
      };
      const call = { token, params: { mobile: mobile! }, body };
      return withApproval((await callRoute(url, backoffice.giveGoodwill, call)).data);
    },
  },
  {
    usage: 'driver write-off <driver> --reason "<why>"',
    does: "give up what a driver owes, once the debt is old enough; a second member of finance confirms it, and the driver sees the reason",
    run: async ([mobile], options, { url, token }) => {
      const body = { reason: required(options, "reason") };
      const call = { token, params: { mobile: mobile! }, body };
      return asFields((await callRoute(url, backoffice.writeOffDebt, call)).data);
    },
  },
  {
    usage: 'bill correct <bill> --reason "<why>" --reference <case>',
    does: "cancel a whole bill by a credit note: the money goes back to whoever paid; a large one waits for a second member of finance",
    run: async ([id], options, { url, token }) => {
      const body = {
        reason: required(options, "reason"),
        reference: required(options, "reference"),
      };
      const call = { token, params: { id: id! }, body };
      return withApproval((await callRoute(url, backoffice.correctBill, call)).data);
    },
  },
  {
    usage: 'bill correct-buyer <bill> --reason "<why>"',
    does: "invoice a bill anew to its buyer as the profile or the company names it now, with a credit note to the old one; no money is returned, and a second member of finance confirms it",
    run: async ([id], options, { url, token }) => {
      const body = { reason: required(options, "reason") };
      const call = { token, params: { id: id! }, body };
      return asFields((await callRoute(url, provider.correctBuyer, call)).data);
    },
  },
];
