import { startTransition, useEffect, useState } from "react";

/**
 * False when a component is first drawn, true a moment later, in a drawing of its own that is made in slices. For what lies
 * below the first view: `useDeferredValue` draws it at once where the component itself comes by a deferred value.
 */
export function useLater(): boolean {
  const [isLater, setIsLater] = useState(false);
  useEffect(() => startTransition(() => setIsLater(true)), []);
  return isLater;
}
