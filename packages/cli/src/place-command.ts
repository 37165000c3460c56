import {
  backoffice,
  stations,
  type ConsoleLocation,
  type ConsoleLocationDetails,
} from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { fields, moment, table, type Subcommand } from "./backoffice-command.ts";
import { reasonIn } from "./charge-command.ts";
import { oneOf, pageFrom, withNext } from "./cursor-page.ts";

/** `station …`: stations of all operators, and taking one out of the app. */
export const placeCommands: readonly Subcommand[] = [
  {
    usage:
      "station list [--operator <id|name>] [--city <city>] [--state <state>] [--q <name, id or code>] [--hidden yes|no] [--cursor <cursor>]",
    does: "stations of all operators, by name",
    run: async (_args, options, { url, token }) => {
      const query = {
        operator: options["operator"],
        city: options["city"],
        state: options["state"],
        q: options["q"],
        hidden: oneOf("hidden", ["YES", "NO"] as const, options["hidden"]),
        ...pageFrom(options),
      };
      const answer = await callRoute(url, backoffice.listLocations, { token, query });
      const head = ["Id", "Operator's id", "Name", "City", "Operator", "Free", "Of", "Hidden"];
      return withNext(answer, head, answer.content.map(rowOf));
    },
  },
  {
    usage: "station show <station>",
    does: "what is known of a station: its plugs, failed starts, reports and what the staff did",
    run: async ([id], _options, { url, token }) => {
      const call = { token, params: { id: id! } };
      const { data } = await callRoute(url, backoffice.getConsoleLocation, call);
      const plugs = data.plugs.map((plug) => [
        plug.uid,
        plug.evse_id ?? "-",
        plug.status,
        moment(plug.status_since),
        plug.connectors.map(({ standard }) => standard).join(", "),
        plug.connectors.flatMap(({ tariff_ids }) => tariff_ids).join(", ") || "-",
      ]);
      const failed = data.failed_starts.map((each) => [
        each.id,
        moment(each.at),
        each.evse_uid,
        each.code ?? "-",
      ]);
      const acts = data.acts.map((each) => [
        moment(each.at),
        each.by,
        each.act,
        each.reason ?? "-",
      ]);
      const text = [
        fields(headOf(data)),
        table(["EVSE", "Printed", "Status", "Since (IST)", "Plugs", "Tariffs"], plugs),
        failed.length > 0 ? table(["Failed start", "At (IST)", "EVSE", "Code"], failed) : "",
        acts.length > 0 ? table(["At (IST)", "Who", "Did", "Why"], acts) : "",
      ];
      return { answer: data, text: text.filter(Boolean).join("\n\n") };
    },
  },
  {
    usage: 'station hide <station> --reason "<why>"',
    does: "take it out of the app: nobody finds it and no charging session starts there",
    run: async ([id], options, { url, token }) => {
      const call = { token, params: { id: id! }, body: reasonIn(options) };
      const { data } = await callRoute(url, backoffice.hideLocation, call);
      return { answer: data, text: `${data.id} is hidden.` };
    },
  },
  {
    usage: 'station unhide <station> --reason "<why>"',
    does: "put it back into the app",
    run: async ([id], options, { url, token }) => {
      const call = { token, params: { id: id! }, body: reasonIn(options) };
      const { data } = await callRoute(url, backoffice.showLocation, call);
      return { answer: data, text: `${data.id} is shown.` };
    },
  },
  {
    usage: 'station state <station> [--state <state>] --reason "<why>"',
    does: "confirm in which state it is, for the tax on bills from now on; without --state: as its PIN code and operator say",
    run: async ([id], options, { url, token }) => {
      const body = { state: options["state"] ?? null, ...reasonIn(options) };
      const call = { token, params: { id: id! }, body };
      const { data } = await callRoute(url, backoffice.confirmLocationState, call);
      return { answer: data, text: fields(data) };
    },
  },
  {
    usage: "check-in list [--hidden yes|no]",
    does: "what drivers said of stations and others objected to, or what is hidden",
    run: async (_args, options, { url, token }) => {
      const hidden = oneOf("hidden", ["YES", "NO"] as const, options["hidden"]) === "YES";
      const query = { state: hidden ? ("HIDDEN" as const) : ("REPORTED" as const) };
      const answer = await callRoute(url, stations.listReportedCheckIns, { token, query });
      const rows = answer.content.map((each) => [
        each.id,
        moment(each.created_at),
        each.location_name,
        each.worked ? "worked" : (each.reason ?? "failed").toLowerCase(),
        each.text,
        each.reports.map(({ reason, drivers }) => `${reason.toLowerCase()} ${drivers}`).join(", "),
      ]);
      const head = ["Id", "At (IST)", "Station", "What", "Words", "Objections"];
      return { answer, text: rows.length > 0 ? table(head, rows) : "None." };
    },
  },
  {
    usage: "check-in hide <check-in>",
    does: "hide it from drivers",
    run: async ([id], _options, { url, token }) => {
      const call = { token, params: { id: id! } };
      const { data } = await callRoute(url, stations.hideCheckIn, call);
      return { answer: data, text: fields(data) };
    },
  },
  {
    usage: "check-in restore <check-in>",
    does: "show it again",
    run: async ([id], _options, { url, token }) => {
      const call = { token, params: { id: id! } };
      const { data } = await callRoute(url, stations.restoreCheckIn, call);
      return { answer: data, text: fields(data) };
    },
  },
];

const rowOf = (place: ConsoleLocation): string[] => [
  place.id,
  place.ocpi_id,
  place.name,
  place.city ?? "-",
  place.operator.name,
  String(place.evses.free),
  String(place.evses.total),
  place.hidden ? place.hidden.because : "-",
];

const headOf = (place: ConsoleLocationDetails) => ({
  id: place.id,
  operators_id: place.ocpi_id,
  name: place.name,
  where: [place.address, place.city, place.state].filter(Boolean).join(", "),
  gst_state: `${place.gst_state.name ?? "-"} (${place.gst_state.from ?? "not known"})`,
  operator: place.operator.name,
  last_updated: moment(place.last_updated),
  hidden: place.hidden
    ? `${moment(place.hidden.at)} by ${place.hidden.by}: ${place.hidden.because}`
    : "no",
});
