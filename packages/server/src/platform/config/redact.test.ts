import { expect, test } from "vitest";
import { createRedactor } from "./redact.ts";

test("[N-2] every form of a secret is replaced, and nothing else", () => {
  const redact = createRedactor(
    new Map([
      ["DATABASE_URL", "postgresql://voltmarg:pass@word%21@db.internal/voltmarg"],
      ["NATS_URL", "nats://a:first-word@one:4222, nats://a:second-word@two:4222"],
      ["RAZORPAY_WEBHOOK_SECRET", "webhook-new,webhook-old"],
      ["OPERATORS", '[{"name":"Grid One","versions_url":"https://grid.in","token_a":"tok-en-a"}]'],
      ["FCM_SERVICE_ACCOUNT", '{"project_id":"voltmarg","private_key":"-----BEGIN\\nkey"}'],
      ["PARTY_NAME", "Voltmarg"],
    ]),
  );
  const open = "Voltmarg at db.internal as voltmarg, Grid One at https://grid.in";
  expect(redact(open)).toBe(open);
  for (const secret of [
    "pass@word!",
    "pass%40word%21",
    "first-word",
    "second-word",
    "webhook-new",
    "webhook-old",
    "tok-en-a",
    "-----BEGIN\\nkey",
    "postgresql://voltmarg:pass@word%21@db.internal/voltmarg",
  ])
    expect(redact(`refused: ${secret}!`)).toBe("refused: ***!");
});
