import { expect, test } from "vitest";
import { hostsIn } from "./hosts.ts";

test("[N-2] every host name is found once, in lists, JSON and PostgreSQL's URLs; sockets and addresses are none", () => {
  const hosts = hostsIn(
    new Map([
      ["PUBLIC_URL", "https://charge.voltmarg.in"],
      ["DATABASE_URL", "postgresql:///voltmarg?host=/var/run/postgresql&user=voltmarg"],
      ["DATABASE_REPLICA_URL", "postgresql:///voltmarg?host=db.internal"],
      ["NATS_URL", "nats://a:b@one.internal:4222,nats://10.0.0.1:4222,nats://[::1]:4222"],
      ["CORS_ORIGINS", "https://charge.voltmarg.in, https://app.voltmarg.in"],
      ["OPERATORS", '[{"versions_url":"https://grid.in/versions","token_a":"t"}]'],
      ["SECURITY_CONTACT", "mailto:security@voltmarg.in"],
    ]),
  );
  expect([...hosts]).toEqual([
    ["charge.voltmarg.in", ["PUBLIC_URL", "CORS_ORIGINS"]],
    ["db.internal", ["DATABASE_REPLICA_URL"]],
    ["one.internal", ["NATS_URL"]],
    ["app.voltmarg.in", ["CORS_ORIGINS"]],
    ["grid.in", ["OPERATORS"]],
  ]);
});
