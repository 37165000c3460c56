import { useState } from "react";
import type { AnswerOf } from "../api/call.ts";
import type { OperationName } from "../api/operations.ts";
import { Dialog } from "./Dialog.tsx";
import { OperationForm } from "./OperationForm.tsx";
import type { OperationProps } from "./operation-props.ts";
import { Waiting, waitingIn } from "./Waiting.tsx";

/** The form of an operation in a dialog, and after it what only its answer says. */
export function OperationDialog<N extends OperationName>(
  props: OperationProps<N> & { onClose: () => void },
) {
  const [answer, setAnswer] = useState<AnswerOf<N>>();
  const { label, about, result, onClose } = props;
  const waiting = waitingIn(answer);
  if (answer !== undefined && (result || waiting))
    return (
      <Dialog title={label} onClose={onClose}>
        {waiting ? <Waiting of={waiting} /> : result?.(answer)}
        <div className="dialog-actions">
          <button type="button" className="btn btn--primary" onClick={onClose}>
            Close
          </button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={label} onClose={onClose}>
      {about ? <div className="about">{about}</div> : null}
      <OperationForm
        {...props}
        onCancel={onClose}
        onDone={(said) => {
          props.onDone?.(said);
          if (result || waitingIn(said)) setAnswer(() => said);
          else onClose();
        }}
      />
    </Dialog>
  );
}
