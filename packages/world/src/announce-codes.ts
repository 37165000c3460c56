import { development } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";

/** Shows the one-time codes the service would send by SMS. */
export function announceCodes(url: string, say: (message: string) => void): void {
  let since = new Date().toISOString();
  const look = async () => {
    const messages = await callRoute(url, development.devOutbox, {}).catch(() => []);
    for (const message of messages.toReversed()) {
      if (!message.code || message.at <= since) continue;
      since = message.at;
      say(`code for ${message.to}: ${message.code}`);
    }
  };
  setInterval(() => void look(), 2000).unref();
}
