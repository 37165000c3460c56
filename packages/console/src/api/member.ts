import { createContext, useContext } from "react";
import type { AnswerOf } from "./call.ts";
import { mayCall, type OperationName } from "./operations.ts";

/** The member of the staff who is signed in. */
export type Member = AnswerOf<"getStaffSession">["data"];

export const MemberContext = createContext<Member | null>(null);

export function useMember(): Member {
  const member = useContext(MemberContext);
  if (!member) throw new Error("nobody is signed in");
  return member;
}

/** Whether the signed-in member may call an operation: what they may not do is not offered. */
export function useMay(): (name: OperationName) => boolean {
  const { role } = useMember();
  return (name) => mayCall(role, name);
}
