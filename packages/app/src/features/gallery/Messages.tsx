import { Suspense, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { emptyStone } from "../../ui/drawings/empty-stone.ts";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { Banner, Empty, LoadError, RowError, SkeletonRows } from "../../ui/Message.tsx";
import { showToast, type ToastKind } from "../../ui/toast.ts";

const Dialog = lazyNamed(() => import("../../ui/Dialog.tsx"), "Dialog");
const kinds: ToastKind[] = ["success", "error", "info"];
const silence = new Error("no answer");

export function Messages() {
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="g-messages">
      <h2 className="t2" id="g-messages">
        What the app says
      </h2>
      <div className="g-row">
        <h3 className="sub ink2">toasts and a dialog, on demand</h3>
        {kinds.map((kind) => (
          <Button
            key={kind}
            kind="secondary"
            small
            onClick={() => showToast(`A toast: ${kind}`, kind)}
          >
            {`Toast: ${kind}`}
          </Button>
        ))}
        <Button kind="secondary" small onClick={() => setOpen(true)}>
          Dialog
        </Button>
      </div>
      <div className="g-stack">
        <Banner kind="info" title="Information">
          Said once, beside what it is about.
        </Banner>
        <Banner kind="warn" title="A warning">
          The station closes in 20 min.
        </Banner>
        <Banner kind="err" title="An error">
          Charging did not start. You were not charged.
        </Banner>
        <RowError title="A part did not load" error={silence} onRetry={() => undefined} />
        <SkeletonRows rows={2} />
        <LoadError title="A screen did not load" error={silence} onRetry={() => undefined} />
        <Empty
          art={emptyStone()}
          title="Nothing here yet"
          action={
            <Button kind="secondary" small>
              Find a station
            </Button>
          }
        >
          Why that is, and what to do about it.
        </Empty>
      </div>
      {open ? (
        <Suspense fallback={null}>
          <Dialog title="A dialog" onClose={() => setOpen(false)}>
            <p className="ink2 ask-text">It stands at the bottom, within reach of a thumb.</p>
          </Dialog>
        </Suspense>
      ) : null}
    </section>
  );
}
