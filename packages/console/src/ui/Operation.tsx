import { lazy, Suspense, useState } from "react";
import { useMay } from "../api/member.ts";
import type { OperationName } from "../api/operations.ts";
import type { OperationProps } from "./operation-props.ts";
import type { OperationDialog as Dialog } from "./OperationDialog.tsx";

const OperationDialog = lazy(() =>
  import("./OperationDialog.tsx").then(({ OperationDialog: of }) => ({ default: of })),
) as typeof Dialog;

/** A button that does an operation after its form was written. It is not there for a role that may not do it. */
export function Operation<N extends OperationName>(props: OperationProps<N>) {
  const [open, setOpen] = useState(false);
  const may = useMay();
  if (!may(props.name)) return null;
  const kind = props.danger ? "btn btn--danger" : props.primary ? "btn btn--primary" : "btn";
  return (
    <>
      <button type="button" className={kind} onClick={() => setOpen(true)}>
        {props.label}
      </button>
      {open ? (
        <Suspense>
          <OperationDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
