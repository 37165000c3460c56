import { useMember } from "../api/member.ts";

/** What becomes of goodwill that this member gives. */
export function GoodwillNote() {
  const { role } = useMember();
  return role === "support"
    ? "The driver reads the reason. Finance confirms the amount before it is in the wallet."
    : "The driver reads the reason. A large amount waits for a second person of finance; otherwise the money is in the wallet at once.";
}
