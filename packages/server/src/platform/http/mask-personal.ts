import {
  hasPersonal,
  maskPersonal,
  mayDo,
  type ErrorCode,
  type PersonalKind,
  type RouteSpec,
} from "@voltmarg/contract";
import type { BackofficeCall } from "./backoffice-call.ts";
import { refuse, type DocumentAnswer, type Outcome } from "./problem.ts";

export type Mask = (kind: PersonalKind, text: string) => string;

/**
 * An answer as its caller may see it: who may not show a driver's data sees it masked, on every page, and gets no file
 * that was made with it.
 */
export function shownTo(
  mask: Mask,
  backoffice: Pick<BackofficeCall, "role"> | null,
  spec: RouteSpec,
  answer: Outcome<unknown, ErrorCode> | DocumentAnswer,
): Outcome<unknown, ErrorCode> | DocumentAnswer {
  if (!backoffice || !answer.ok || mayDo(backoffice.role, "SHOW") || !hasPersonal(spec.response))
    return answer;
  if ("document" in answer) return refuse("FORBIDDEN");
  const value = maskPersonal(spec.response, answer.value, mask);
  return { ...answer, value };
}
