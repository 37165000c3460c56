import { Link } from "react-router";
import { At } from "./values.tsx";

export type WaitingApproval = { id: string; expires_at: string };

/** The proposal in an answer, where an amount was not booked because a second person has to confirm it. */
export function waitingIn(answer: unknown): WaitingApproval | null {
  const { data, approval } = (answer ?? {}) as {
    data?: { approval?: WaitingApproval | null };
    approval?: WaitingApproval;
  };
  return data?.approval ?? approval ?? null;
}

export const Waiting = ({ of }: { of: WaitingApproval }) => (
  <output className="about">
    <b>Not done yet.</b> It waits for a second member, until <At at={of.expires_at} />.{" "}
    <Link to={`/approvals/${of.id}`}>See the proposal</Link>
  </output>
);
