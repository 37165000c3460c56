import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export type Mail = {
  from: string;
  to: string[];
  /** By lower-case name; folded lines are joined. */
  headers: Record<string, string>;
  text: string;
};
export type MailServer = {
  url: string;
  /** Accepted mails. */
  mails: Mail[];
  to(address: string): Mail[];
  /** Every attempt for a recipient, with the status of the answer. */
  tries(address: string): { messageId: string; status: number }[];
  /** The status of the next answers; null accepts mails. */
  answerBy(answer: () => number | null): void;
  close(): Promise<void>;
};

/** A mail server without encryption that accepts everything by default. */
export async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = [];
  const tries: { to: string[]; messageId: string; status: number }[] = [];
  let answerBy: () => number | null = () => null;
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    onData: (stream, session, callback) => {
      void (async () => {
        let raw = "";
        for await (const part of stream) raw += String(part);
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map(({ address }) => address);
        const mail = { from: mailFrom ? mailFrom.address : "", to, ...parse(raw) };
        const status = answerBy();
        tries.push({ to, messageId: mail.headers["message-id"] ?? "", status: status ?? 250 });
        if (status === null) {
          mails.push(mail);
          return callback();
        }
        callback(Object.assign(new Error("not now"), { responseCode: status }));
      })();
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    to: (address) => mails.filter(({ to }) => to.includes(address)),
    tries: (address) => tries.filter(({ to }) => to.includes(address)),
    answerBy: (answer) => {
      answerBy = answer;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function parse(raw: string): Pick<Mail, "headers" | "text"> {
  const end = raw.indexOf("\r\n\r\n");
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      decoded(line.slice(line.indexOf(":") + 1).trim()),
    ]),
  );
  const body = raw.slice(end + 4);
  const quoted = headers["content-transfer-encoding"] === "quoted-printable";
  return { headers, text: quoted ? unquoted(body) : body };
}

/** Encoded words (RFC 2047), base64 only. */
const decoded = (header: string) =>
  header
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?UTF-8\?B\?([^?]*)\?=/g, (_, word: string) =>
      Buffer.from(word, "base64").toString(),
    );

/** RFC 2045 6.7. */
const unquoted = (body: string) =>
  body
    .replaceAll("=\r\n", "")
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll("=", ""), "hex").toString(),
    );
