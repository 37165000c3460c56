import { expect, test } from "vitest";
import { startHarness } from "@voltmarg/testkit/harness";

test("security.txt has the contact from the settings", async () => {
  const world = await startHarness({
    locations: 0,
    operators: false,
    env: {
      SECURITY_CONTACT: "mailto:security@charge.example.in, https://charge.example.in/security",
    },
  });
  try {
    const answer = await fetch(`${world.url}/.well-known/security.txt`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const until = new Date(world.clock.now().getTime() + 90 * 86_400_000).toISOString();
    expect(await answer.text()).toBe(
      `Contact: mailto:security@charge.example.in
Contact: https://charge.example.in/security
Expires: ${until}
Preferred-Languages: en, hi
Canonical: ${world.config.publicUrl}/.well-known/security.txt
`,
    );
  } finally {
    await world.stop();
  }
});

test("without a contact there is no security.txt", async () => {
  const world = await startHarness({ locations: 0, operators: false });
  try {
    const answer = await fetch(`${world.url}/.well-known/security.txt`);
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: "NOT_FOUND" }]);
  } finally {
    await world.stop();
  }
});
