import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { sentence } from "../api/http/refusal.ts";
import { Button } from "./Button.tsx";
import { Banner } from "./Message.tsx";
import { Screen } from "./Screen.tsx";

type Errors = Readonly<Record<string, string | undefined>>;

/**
 * A screen that is one form. The button submits it, once at a time and only without `errors`; with errors it shows them
 * and moves the focus to the first field that is wrong. What the service refuses stands below the fields.
 */
export function FormScreen<E extends Errors>({
  title,
  className = "",
  submit,
  busy,
  errors,
  refusal,
  onSubmit,
  children,
  below,
}: {
  title: string;
  className?: string;
  /** The text of the button; null for a form that can no longer be submitted. */
  submit: string | null;
  /** The text of the button while it may not be pressed. */
  busy: string | false;
  /** What is wrong, by field. */
  errors: E;
  /** Why the service did not take it; null: nothing to show. */
  refusal: unknown;
  onSubmit: () => void;
  /** The fields, with the errors to show: none before the first try. */
  children: (shown: Partial<E>) => ReactNode;
  /** Shown at the very end, such as a button that deletes. */
  below?: ReactNode;
}) {
  const [tried, setTried] = useState(false);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);

  function trySubmit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (busy !== false) return;
    if (Object.values(errors).every((error) => error === undefined)) onSubmit();
    // The fields are drawn as wrong by then.
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(WRONG)?.focus());
  }

  return (
    <Screen
      title={title}
      footer={
        submit === null ? undefined : (
          <Button type="submit" form={id} busy={busy}>
            {submit}
          </Button>
        )
      }
    >
      <form
        id={id}
        ref={form}
        className={`form ${className}`.trim()}
        noValidate
        onSubmit={trySubmit}
      >
        {children(tried ? errors : {})}
        {refusal ? <Banner kind="err">{sentence(refusal)}</Banner> : null}
        {below}
      </form>
    </Screen>
  );
}

/** A group of radios cannot be invalid for a screen reader: its first one is marked instead. */
const WRONG = "[aria-invalid], [data-invalid]";
