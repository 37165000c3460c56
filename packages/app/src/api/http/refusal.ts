import { problemIn } from "@voltmarg/client";
import type { ErrorCode, Problem } from "@voltmarg/contract";
import { serviceWords } from "../../language/service-text.ts";
import { troubleCopy } from "./copy.ts";

/**
 * A call that did not succeed. `code` is the service's, or OFFLINE when no answer came at all.
 * `message` is always a sentence for the driver.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: ErrorCode | "OFFLINE";
  readonly status: number;
  /** Which field of what was sent is wrong, if the service said so, in the driver's language. */
  readonly fields: { path: string; message: string }[];
  /** The whole problem document; some contain amounts. */
  readonly problem: Partial<Problem>;

  constructor(code: ErrorCode | "OFFLINE", status: number, problem: Partial<Problem>) {
    super(serviceWords()?.refusal(code, problem) ?? problem.message ?? troubleCopy.broken);
    this.code = code;
    this.status = status;
    this.fields = (problem.errors ?? []).map((each) => ({
      path: each.path,
      message: serviceWords()?.field(each) ?? each.message,
    }));
    this.problem = problem;
  }
}

export const offline = () => new Refusal("OFFLINE", 0, { message: troubleCopy.offline });

/** An answer that is not a problem document (a proxy's page, say) counts as a fault of ours. */
export async function refusalOf(response: Response): Promise<Refusal> {
  const problem = problemIn(response.status, await response.text().catch(() => ""));
  const busy = problem.code === "UNAVAILABLE";
  const message = problem.message ?? (busy ? troubleCopy.busy : troubleCopy.broken);
  return new Refusal(problem.code, response.status, { ...problem, message });
}

export const isRefusal = (error: unknown, ...codes: Refusal["code"][]): error is Refusal =>
  error instanceof Refusal && (codes.length === 0 || codes.includes(error.code));

/** The service's message about one field of the request, by the field's name on the wire. */
export const fieldError = (error: unknown, name: string): string | undefined =>
  error instanceof Refusal
    ? error.fields.find(({ path }) => path.split(/[./]/).at(-1) === name)?.message
    : undefined;

/** The sentence to show for any error. */
export const sentence = (error: unknown): string =>
  error instanceof Refusal ? error.message : troubleCopy.broken;
