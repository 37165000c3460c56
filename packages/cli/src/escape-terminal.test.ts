import { expect, test } from "vitest";
import { outcomeOf } from "./backoffice-command.ts";
import { fields, table } from "./print-answer.ts";
import { printableJson } from "./escape-terminal.ts";

// Clears the screen, sets the title, begins a C1 sequence, moves to the start of the line, reverses the text
// direction.
const HOSTILE = "Asha\u001b[2J\u001b]0;root\u0007\u009b31m\rpaid\u202eevil";
const SEEN = "Asha\ufffd[2J\ufffd]0;root\ufffd\ufffd31m ⏎ paid\ufffdevil";
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;

test("text from others cannot control the terminal, nor create extra lines", () => {
  expect(table(["Name"], [[HOSTILE], ["a\nRefund  ok"]])).toBe(`Name\n${SEEN}\na ⏎ Refund  ok`);
  expect(fields({ name: HOSTILE, list: ["a\nb", HOSTILE] })).toBe(
    `name  ${SEEN}\nlist  a ⏎ b, ${SEEN}`,
  );
});

test("the same for JSON output, texts a command formats itself, and errors", async () => {
  const command = (run: () => Promise<{ answer: object; text: string }>) => ({
    name: "provider",
    about: "",
    subcommands: [{ usage: "x", does: "", run }],
  });
  const env = { PROVIDER_TOKEN: "x".repeat(24) };
  const said = command(async () => ({ answer: { HOSTILE }, text: `of ${HOSTILE}` }));
  const plain = await outcomeOf(said, ["x"], env);
  const json = await outcomeOf(said, ["x", "--json"], env);
  const broken = await outcomeOf(
    command(() => Promise.reject(Object.assign(new Error(HOSTILE), { stack: HOSTILE }))),
    ["x"],
    env,
  );
  for (const text of [plain.out, json.out, broken.error]) expect(text).not.toMatch(CONTROLS);
  expect(JSON.parse(json.out)).toEqual({ HOSTILE });
  expect(JSON.parse(printableJson(JSON.stringify(HOSTILE)))).toBe(HOSTILE);
});
