import { EFFECTS, type Effect, type EffectRule } from "../effects.ts";
import { operations } from "./operations.ts";

const AUDIT: Readonly<Record<EffectRule["audit"], string>> = {
  EACH: "each",
  FIRST: "the first in 15 minutes",
  COUNT: "counted by day",
};

/** Who may do what in the back office, from the table of effects and the operations of each. */
export function effectsPage(note: string): string {
  const named = Object.entries(EFFECTS) as [Effect, EffectRule][];
  const rows = named.map(
    ([name, { what, roles, passkey, reason, second, budget, perDay, audit }]) => {
      const who = roles.includes("read") ? "all" : [...roles, "admin"].join(", ");
      const asked = [passkey ? "passkey" : "", reason ? "reason" : ""].filter(Boolean).join(", ");
      const often = [
        `${budget.perMinute} a minute, ${budget.burst} at once`,
        ...(perDay === null ? [] : [`${perDay} a day`]),
      ].join(", ");
      return `| \`${name}\` | ${what} | ${[...new Set(who.split(", "))].join(", ")} | ${asked} | ${second ?? ""} | ${often} | ${AUDIT[audit]} |`;
    },
  );
  const lists = named.map(([name]) => {
    const of = operations.filter(
      ({ route: { access } }) => access.rule === "provider" && access.effect === name,
    );
    return `- \`${name}\`: ${of.map(({ id }) => `\`${id}\``).join(", ")}`;
  });
  return `${note}

# Effects: who may do what in the back office

Each operation declares what it can change or show. All that protects it follows from this table. *Passkey*: a browser must have used its passkey, or the company's sign-in, within five minutes; scripts with a token are not asked. *Reason*: in the audit log. *Budget*: of one member, for each operation; some operations that cost more have a smaller one.

| Effect | It … | Who | Asks for | Second member | Budget | In the audit log |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join("\n")}

## Operations

${lists.join("\n")}
`;
}
