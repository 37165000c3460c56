import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import { createCircuitBreaker } from "../../../platform/http/circuit-breaker.ts";
import type { Outbound } from "../../../platform/http/outbound.ts";
import { createMailer } from "../../../platform/mail.ts";
import type { MessageSettings } from "../../../platform/config/messaging.ts";
import { insertSent } from "../notifications.store.ts";
import type { Carrier, Carriers, Message } from "./message.ts";
import { createMsg91 } from "./msg91.ts";
import type { SmsSender } from "./registered.ts";
import { createTwilio } from "./twilio.ts";

type Deps = {
  settings: MessageSettings;
  database: Database;
  clock: Clock;
  outbound: Outbound;
  publicUrl: string;
  sender: SmsSender;
  prod: boolean;
};

/** The configured carriers. Without one, outside PROD: a table that everybody on this machine can read. */
export function createCarriers(deps: Deps): Carriers {
  const { settings, clock, outbound, publicUrl, sender, prod } = deps;
  // Each has a circuit breaker: a carrier that hangs is skipped after a few calls.
  const line = () => createCircuitBreaker(outbound, { now: () => clock.now().getTime() }).send;
  const { sms, mail } = settings;
  const table = tableCarrier(deps);
  return {
    sms: sms
      ? sms.carriers.map((carrier) =>
          carrier.name === "msg91"
            ? createMsg91(carrier, sms.dlt, line())
            : createTwilio(carrier, sms.dlt, { outbound: line(), publicUrl, sender }),
        )
      : [table],
    mail: mail ? [{ name: "smtp", send: createMailer(mail, prod) }] : [table],
  };
}

function tableCarrier({ database, clock }: Deps): Carrier<Message> {
  return {
    name: "table",
    send: async (id, { channel, to, ...rest }) => {
      const code = "code" in rest ? rest.code : undefined;
      await insertSent(database.db, { id, at: clock.now(), channel, to, text: rest.text, code });
      return { is: "sent", reference: null };
    },
  };
}
