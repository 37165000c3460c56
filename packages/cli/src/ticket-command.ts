import { openAsBlob } from "node:fs";
import { writeFile } from "node:fs/promises";
import {
  backoffice,
  support,
  type BackofficeTicket,
  type SupportInformation,
} from "@voltmarg/contract";
import { callRoute, fetchDocument } from "@voltmarg/client/node";
import {
  fields,
  moment,
  table,
  Usage,
  type Answer,
  type Subcommand,
} from "./backoffice-command.ts";
import { required } from "./driver-command.ts";
import { openingOf, openingText } from "./opening-hours.ts";

const one = (answer: BackofficeTicket): Answer => ({ answer, text: describe(answer) });

/** `ticket …` and `support …`: drivers' support tickets, the answers, and the support contact details. */
export const ticketCommands: readonly Subcommand[] = [
  {
    usage:
      "ticket list [--state OPEN|ANSWERED|CLOSED|all] [--assignee me|nobody|<name>] [--age HOUR|FOUR_HOURS|DAY|WEEK] [--category <category>] [--find <words>] [--clock OVERDUE|ESCALATED] [--order OLDEST|NEWEST|DUE] [--cursor <cursor>]",
    does: "list tickets by the time of the last message, or what is due first; open ones by default",
    run: async (_args, given, { url, token }) => {
      const { state = "OPEN", assignee, find, cursor } = given;
      const query = {
        state: state === "all" ? undefined : oneOf("state", support.TicketState.options, state),
        age: oneOf("age", backoffice.TicketAge.options, given["age"]),
        category: oneOf("category", support.TicketCategory.options, given["category"]),
        order: oneOf("order", ["OLDEST", "NEWEST", "DUE"], given["order"]),
        clock: oneOf("clock", ["OVERDUE", "ESCALATED"], given["clock"]),
        assignee,
        q: find,
        cursor,
      };
      const answer = await callRoute(url, backoffice.listConsoleTickets, { token, query });
      const rows = answer.content.map((t) => [
        t.number,
        moment(t.updated_at),
        t.due_at === null ? "-" : moment(t.due_at),
        t.escalated_at === null ? "-" : "officer",
        t.driver.mobile_masked ?? "-",
        t.assignee ?? "-",
        t.category,
        t.subject,
      ]);
      const head = [
        "Number",
        "Since (IST)",
        "Due (IST)",
        "Escalated",
        "Driver",
        "Assignee",
        "About",
        "Subject",
      ];
      const more = answer.next_cursor ? `\n\nMore: --cursor ${answer.next_cursor}` : "";
      return { answer, text: rows.length > 0 ? `${table(head, rows)}${more}` : "None." };
    },
  },
  {
    usage: "ticket show <ticket>",
    does: "show all its messages; <ticket> is its number or its id",
    run: async ([id], _options, { url, token }) => {
      const { data: answer } = await callRoute(url, backoffice.getConsoleTicket, {
        token,
        params: { id: id! },
      });
      const { mobile_masked, name_masked, language } = answer.driver;
      const more = fields({
        name: name_masked,
        number: mobile_masked,
        language,
        "looked at by": answer.looking.join(", ") || null,
      });
      return { answer, text: `${describe(answer)}\n\n${more}` };
    },
  },
  {
    usage: 'ticket answer <ticket> "<text>" [--photos <files>] [--seen <message>]',
    does: "answer the driver, who is notified; photos by commas; with --seen only if that is still the last message",
    run: async ([id, text], { photos, seen }, { url, token }) => {
      const own = { token, params: { id: id! } };
      const file_ids: string[] = [];
      for (const file of photos?.split(",") ?? []) {
        const form = new FormData();
        form.set("file", await openAsBlob(file.trim()));
        file_ids.push((await callRoute(url, support.addTicketPhoto, { ...own, form })).data.id);
      }
      const call = { ...own, body: { text: text!, file_ids, seen } };
      return one((await callRoute(url, support.answerTicket, call)).data);
    },
  },
  {
    usage: "ticket assign <ticket> <name>|nobody",
    does: "assign it to a member of the staff, or to nobody",
    run: async ([id, name], _options, { url, token }) => {
      const body = { assignee: name === "nobody" ? null : name! };
      const call = { token, params: { id: id! }, body };
      return one((await callRoute(url, backoffice.assignTicket, call)).data);
    },
  },
  {
    usage: "ticket close <ticket> [--seen <message>]",
    does: "close it; nobody can write in it any more",
    run: async ([id], { seen }, { url, token }) => {
      const call = { token, params: { id: id! }, query: { seen } };
      return one((await callRoute(url, support.closeBackofficeTicket, call)).data);
    },
  },
  {
    usage: "ticket photo <ticket> <photo> --to <file>",
    does: "save a photo from it as JPEG",
    run: async ([id, fileId], options, { url, token }) => {
      const file = required(options, "to");
      const call = { token, params: { id: id!, fileId: fileId! } };
      const bytes = await fetchDocument(url, support.getTicketPhoto, "image/jpeg", call);
      await writeFile(file, bytes);
      const answer = { file, bytes: bytes.length };
      return { answer, text: fields(answer) };
    },
  },
  {
    usage: "support show",
    does: "the support contact details",
    run: async (_args, _options, { url }) => {
      const [answer] = (await callRoute(url, support.findSupportInformation, {})).content;
      return { answer: answer!, text: told(answer!) };
    },
  },
  {
    usage:
      "support set [--name <name>] [--email <e-mail>] [--phone <phone>] [--whatsapp <phone>|none] [--hours <text>] [--open <hours>|none] [--languages <en,hi>]",
    does: 'change given fields; --open "mon-sat 09:00-18:00, sun 10:00-14:00" lets the app say whether it is open now',
    run: async (_args, given, { url, token }) => {
      const { name, email, phone, whatsapp, hours, open, languages } = given;
      const body = {
        name,
        email,
        phone,
        whatsapp: whatsapp === "none" ? null : whatsapp,
        hours,
        opening: open === undefined ? undefined : open === "none" ? null : openingOf(open),
        languages: languages?.split(",").map((each) => each.trim()),
      };
      if (Object.values(body).every((part) => part === undefined))
        throw new Usage("support set needs something to set");
      const call = { token, body };
      const { data: answer } = await callRoute(url, support.updateSupportInformation, call);
      return { answer, text: told(answer) };
    },
  },
];

const told = ({ opening, ...rest }: SupportInformation) =>
  fields({ ...rest, open: opening && openingText(opening) });

/** The choice that was made, in capitals; absent: none. */
function oneOf<T extends string>(name: string, choices: readonly T[], given: string | undefined) {
  const found = choices.find((each) => each === given?.toUpperCase());
  if (given !== undefined && !found) throw new Usage(`--${name} is ${choices.join(" or ")}`);
  return found;
}

function describe({ messages, driver, ...ticket }: BackofficeTicket): string {
  const { id, number, category, state, session_id, assignee } = ticket;
  const head = fields({
    number,
    id,
    driver: driver.id,
    about: category,
    state,
    assignee,
    due: ticket.due_at && moment(ticket.due_at),
    escalated: ticket.escalated_at && `${moment(ticket.escalated_at)} by ${ticket.escalated_by}`,
    charge: session_id,
  });
  const said = messages.map((message) => {
    const by = message.credential ?? "driver";
    const photos = message.file_ids.map((file) => `\n  photo ${file}`).join("");
    return `${moment(message.created_at)}  ${by}\n${message.text.replaceAll(/^/gm, "  ")}${photos}`;
  });
  return [head, ...said].join("\n\n");
}
