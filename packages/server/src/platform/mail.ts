import { createTransport } from "nodemailer";

export type OutgoingMail = { to: string; subject: string; text: string };
/** Refused: the server did not accept it; `passing` when a retry may succeed. */
export type MailSent =
  | { is: "sent"; reference: string | null }
  | { is: "refused"; reason: string; passing: boolean };

const CONNECT_MS = 5_000;
const SILENCE_MS = 10_000;

/**
 * Sends mail by SMTP (`smtp://user:password@host:587` or `smtps://`). The Message-ID is derived from `id`, so that a
 * mail sent twice is shown once. With `prod` nothing is sent unencrypted.
 */
export function createMailer(
  { url, from }: { url: string; from: string },
  prod: boolean,
): (id: string, mail: OutgoingMail) => Promise<MailSent> {
  const transport = transportOf(url, prod);

  const domain = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? "localhost";
  return async (id, { to, subject, text }) => {
    // Exactly one address: a list would send it to others too.
    if (!/^[^\s,;:<>()"@]+@[^\s,;:<>()"@]+$/.test(to))
      return { is: "refused", reason: "not an address", passing: false };
    try {
      const { response } = await transport.sendMail({
        from,
        to: { name: "", address: to },
        subject: subject.replaceAll(/[\r\n]+/g, " "),
        text,
        messageId: `<${id}@${domain}>`,
        headers: { "auto-submitted": "auto-generated" },
      });
      return { is: "sent", reference: response.slice(0, 200) };
    } catch (error) {
      const {
        responseCode = 0,
        command,
        message,
      } = error as Error & {
        responseCode?: number;
        command?: string;
      };
      // An unknown address is permanent; a wrong password, sender or certificate will be corrected.
      const isOfThisMail = command === "RCPT TO" || command === "DATA";
      const passing = !(isOfThisMail && responseCode >= 500);
      return { is: "refused", reason: message.slice(0, 200), passing };
    }
  };
}

function transportOf(url: string, prod: boolean) {
  const at = new URL(url);
  const secure = at.protocol === "smtps:";
  return createTransport({
    host: at.hostname.replace(/^\[|\]$/g, ""),
    port: Number(at.port || (secure ? 465 : 587)),
    secure,
    requireTLS: prod && !secure,
    ...(at.username && {
      auth: { user: decodeURIComponent(at.username), pass: decodeURIComponent(at.password) },
    }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Connects and signs in as for a mail, and sends none. Rejects where that fails. */
export async function checkMail(url: string, prod: boolean): Promise<void> {
  const transport = transportOf(url, prod);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
