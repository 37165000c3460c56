import {
  hasPersonal,
  maskPersonal,
  mayDo,
  type ErrorCode,
  type PersonalKind,
  type RouteSpec,
} from "@voltmarg/contract";
import { maskedMobile, maskedName, withoutContacts } from "@voltmarg/rules";
import type { BackofficeCall } from "./backoffice-call.ts";
import { refuse, type DocumentAnswer, type Outcome } from "./problem.ts";

const MASKS: Record<PersonalKind, (text: string) => string> = {
  MOBILE: (text) => maskedMobile(text)!,
  NAME: (text) => maskedName(text)!,
  FREE_TEXT: withoutContacts,
};

/**
 * An answer as its caller may see it: who may not show a driver's data sees it masked, on every page, and gets no file
 * that was made with it.
 */
export function shownTo(
  backoffice: Pick<BackofficeCall, "role"> | null,
  spec: RouteSpec,
  answer: Outcome<unknown, ErrorCode> | DocumentAnswer,
): Outcome<unknown, ErrorCode> | DocumentAnswer {
  if (!backoffice || !answer.ok || mayDo(backoffice.role, "SHOW") || !hasPersonal(spec.response))
    return answer;
  if ("document" in answer) return refuse("FORBIDDEN");
  const value = maskPersonal(spec.response, answer.value, (kind, text) => MASKS[kind](text));
  return { ...answer, value };
}
