import { Suspense } from "react";
import { BillPage as Page } from "../features/bills/BillPage.tsx";
import { lazyOptional } from "../ui/lazy-component.ts";
import { useRoomForTwo } from "../ui/use-media.ts";

const BillCurve = lazyOptional(() => import("../features/charging/BillCurve.tsx"), "BillCurve");

/** A bill, with the power of its charge where there is room beside the lines. */
export function BillPage() {
  return <Page Curve={Curve} />;
}

const Curve = ({ sessionId }: { sessionId: string }) =>
  useRoomForTwo() ? (
    <Suspense fallback={null}>
      <BillCurve sessionId={sessionId} />
    </Suspense>
  ) : null;
