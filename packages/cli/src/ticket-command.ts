import { writeFile } from "node:fs/promises";
import { support, type BackofficeTicket, type SupportInformation } from "@voltmarg/contract";
import { callRoute, fetchDocument } from "@voltmarg/world/client";
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
    usage: "ticket list [--state OPEN|ANSWERED|CLOSED] [--page <n>]",
    does: "list tickets, longest waiting first; open ones by default",
    run: async (_args, { state = "OPEN", page = "1" }, { url, token }) => {
      const wanted = support.TicketState.options.find((each) => each === state.toUpperCase());
      if (!wanted) throw new Usage(`--state is ${support.TicketState.options.join(" or ")}`);
      if (!/^[1-9]\d{0,4}$/.test(page)) throw new Usage(`--page is 1 or more, not "${page}"`);
      const query = { state: wanted, page_no: Number(page) - 1, page_size: 50 };
      const answer = await callRoute(url, support.listDeskTickets, { token, query });
      const rows = answer.content.map((t) => [
        t.number,
        moment(t.updated_at),
        t.driver.mobile,
        t.category,
        t.subject,
      ]);
      const head = ["Number", "Since (IST)", "Driver", "About", "Subject"];
      return { answer, text: rows.length > 0 ? table(head, rows) : "None." };
    },
  },
  {
    usage: "ticket show <ticket>",
    does: "show all its messages; <ticket> is its number or its id",
    run: async ([id], _options, { url, token }) =>
      one((await callRoute(url, support.getDeskTicket, { token, params: { id: id! } })).data),
  },
  {
    usage: 'ticket answer <ticket> "<text>"',
    does: "answer the driver, who is notified",
    run: async ([id, text], _options, { url, token }) => {
      const call = { token, params: { id: id! }, body: { text: text! } };
      return one((await callRoute(url, support.answerTicket, call)).data);
    },
  },
  {
    usage: "ticket close <ticket>",
    does: "close it; nobody can write in it any more",
    run: async ([id], _options, { url, token }) =>
      one(
        (await callRoute(url, support.closeBackofficeTicket, { token, params: { id: id! } })).data,
      ),
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

function describe({ messages, driver, ...ticket }: BackofficeTicket): string {
  const { id, number, category, state, session_id } = ticket;
  const who = driver.name === null ? driver.mobile : `${driver.name}, ${driver.mobile}`;
  const head = fields({ number, id, driver: who, about: category, state, charge: session_id });
  const said = messages.map((message) => {
    const by = message.credential ?? "driver";
    const photos = message.file_ids.map((file) => `\n  photo ${file}`).join("");
    return `${moment(message.created_at)}  ${by}\n${message.text.replaceAll(/^/gm, "  ")}${photos}`;
  });
  return [head, ...said].join("\n\n");
}
