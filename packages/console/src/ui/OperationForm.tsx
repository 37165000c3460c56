import { Refusal } from "@voltmarg/client";
import { useState } from "react";
import {
  asReadNow,
  call,
  codeOf,
  openDocument,
  sentenceOf,
  type AnswerOf,
  type InputOf,
} from "../api/call.ts";
import { clock } from "../api/clock.ts";
import { useMember } from "../api/member.ts";
import { factsOf, type OperationName } from "../api/operations.ts";
import { confirmWithPasskey, NoPasskey } from "../api/passkeys.ts";
import { queryClient } from "../api/query-client.ts";
import { CompanyAgain } from "./CompanyAgain.tsx";
import { FormField } from "./FormField.tsx";
import { Miswritten, sentOf, writtenOf, type Written } from "./form-values.ts";
import type { Given, OperationProps } from "./operation-props.ts";
import { saveFile } from "./save-file.ts";
import { say } from "./toasts.tsx";
import { UnderWay } from "./UnderWay.tsx";
import { waitingIn } from "./Waiting.tsx";

/** The form of an operation. */
export function OperationForm<N extends OperationName>({
  name,
  label,
  params,
  query,
  fixed,
  now,
  fields: wanted,
  needed,
  labels,
  danger,
  done,
  saves,
  onDone,
  onCancel,
}: OperationProps<N> & { onCancel?: () => void }) {
  const facts = factsOf(name);
  const { session } = useMember();
  const byCompany = session?.signed_in_by === "OPENID";
  const all = [
    ...(facts.params ?? []).filter((field) => params?.[field.name] === undefined),
    ...(facts.query ?? []).filter((field) => query?.[field.name] === undefined),
    ...(facts.body ?? []).filter((field) => fixed?.[field.name] === undefined),
  ];
  const fields = wanted
    ? wanted.flatMap((each) => all.filter((field) => field.name === each))
    : all;
  const [written, setWritten] = useState<Written>(() =>
    Object.fromEntries(fields.map((field) => [field.name, writtenOf(field, now?.[field.name])])),
  );
  const [asRead] = useState(() => (now ? asReadNow(name, params) : {}));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  // Said before anything is written: the way to the company's sign-in leaves the page.
  const [again, setAgain] = useState(
    () => facts.passkey && byCompany && Date.parse(session.passkey_fresh_until) <= clock.now(),
  );

  const isNeeded = (field: string) => needed?.includes(field) === true;

  const send = async () => {
    const part = (of: typeof facts.body, given: Given | undefined) =>
      of
        ? {
            ...sentOf(
              of.filter((each) => fields.includes(each)),
              written,
              now,
            ),
            ...given,
          }
        : given;
    const input = {
      params: part(facts.params, params),
      query: part(facts.query, query),
      ...(facts.body ? { body: part(facts.body, fixed) } : {}),
    } as InputOf<N>;
    const run = async () => {
      if (!saves) return call(name, { ...input, send: asRead });
      await saveFile(await openDocument(name, input, saves.type), saves.fileName);
      return undefined;
    };
    // What waits for a second member was taken, and is no failure.
    const answer = await (byCompany ? run() : withPasskey(run)).catch((error: unknown) => {
      if (codeOf(error) !== "SECOND_MEMBER_NEEDED") throw error;
      return (error as Refusal).problem;
    });
    void queryClient.invalidateQueries();
    say(
      waitingIn(answer)
        ? "Not done yet: it waits for a second member."
        : (done ?? `Done: ${label.toLowerCase()}.`),
    );
    onDone?.(answer as AnswerOf<N>);
  };
  const submit = async () => {
    if (busy) return;
    setBusy(true);
    setFailure("");
    const missing = fields.filter(({ name: each }) => isNeeded(each) && !written[each]);
    setProblems(Object.fromEntries(missing.map((field) => [field.name, "This is needed."])));
    if (missing.length > 0) return setBusy(false);
    await send().catch((error: unknown) => {
      if (byCompany && codeOf(error) === "PASSKEY_NEEDED") setAgain(true);
      const found = problemsIn(error);
      setProblems(found);
      const shown = fields.some((field) => found[field.name]);
      if (!shown) setFailure(error instanceof NoPasskey ? error.message : sentenceOf(error));
    });
    setBusy(false);
  };
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {again ? <CompanyAgain /> : null}
      {fields.map((field) => (
        <FormField
          key={field.name}
          field={isNeeded(field.name) ? { ...field, required: true } : field}
          label={labels?.[field.name]}
          value={written[field.name] ?? ""}
          error={problems[field.name]}
          onChange={(value) => setWritten((before) => ({ ...before, [field.name]: value }))}
        />
      ))}
      {failure ? (
        <p className="note note--bad" role="alert">
          {failure}
        </p>
      ) : null}
      {facts.passkey && !byCompany ? (
        <p className="help">Your passkey is asked for if you have not used it for five minutes.</p>
      ) : null}
      {facts.second ? (
        <p className="help">A second member has to confirm it: {facts.second}.</p>
      ) : null}
      {busy ? <UnderWay /> : null}
      <div className="dialog-actions">
        {onCancel ? (
          <button type="button" className="btn" onClick={onCancel}>
            Cancel
          </button>
        ) : null}
        <button
          type="submit"
          className={danger ? "btn btn--danger" : "btn btn--primary"}
          aria-busy={busy || undefined}
        >
          {label}
        </button>
      </div>
    </form>
  );
}

/** Asks for the passkey where the service wants it once more, and tries again. */
async function withPasskey<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "PASSKEY_NEEDED") throw error;
    await confirmWithPasskey();
    return run();
  }
}

/** What is wrong with which field. */
function problemsIn(error: unknown): Record<string, string> {
  if (error instanceof Miswritten) return { [error.field]: error.message };
  if (!(error instanceof Refusal)) return {};
  const found = error.problem.errors ?? [];
  return Object.fromEntries(found.map(({ path, message }) => [path.split(".")[0] ?? "", message]));
}
