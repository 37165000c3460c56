import { create } from "zustand";

export type Popup =
  | { name: "add-vehicle" }
  | { name: "wallet" }
  /** The wallet popup's text as an explanation, leading nowhere. */
  | { name: "wallet-info" }
  /** `missingMinor`: paise to add so that the choice can start; the rows shown above the buttons are optional. */
  | { name: "insufficient"; missingMinor: number; rows?: { label: string; minor: number }[] };

type Queue = {
  queue: Popup[];
  /** The screen a popup led to. Whatever waits behind it waits until the driver is back from there. */
  awayOn: string | null;
};

export const usePopups = create<Queue>(() => ({ queue: [], awayOn: null }));

/** Adds a popup behind those already waiting; each kind waits at most once. */
export function queuePopup(popup: Popup): void {
  usePopups.setState(({ queue }) => ({
    queue: [...queue.filter((waiting) => waiting.name !== popup.name), popup],
  }));
}

/** Shows the explanation of the wallet at once. */
export const openWalletInfo = (): void => goFirst({ name: "wallet-info" });

/**
 * 'Insufficient Balance' goes before everything else, at once. Proceed leads to add-money with what is missing,
 * rounded up to whole rupees.
 */
export function openInsufficientBalance(
  missingMinor: number,
  rows?: { label: string; minor: number }[],
): void {
  goFirst({ name: "insufficient", missingMinor, ...(rows ? { rows } : {}) });
}

function goFirst(popup: Popup): void {
  usePopups.setState(({ queue }) => ({
    queue: [popup, ...queue.filter((waiting) => waiting.name !== popup.name)],
    awayOn: null,
  }));
}

/** Whether a popup answers something the driver just did; the others wait 1000 ms. */
export const isAtOnce = (popup: Popup): boolean =>
  popup.name === "insufficient" || popup.name === "wallet-info";

/** The first popup is done with: closed, or followed to `destination`. */
export function dismissPopup(destination: string | null = null): void {
  usePopups.setState(({ queue }) => ({
    queue: queue.slice(1),
    awayOn: queue.length > 1 ? destination : null,
  }));
}

/** Tells the queue where the driver is; leaving the screen a popup led to frees the next one. */
export function visitForPopups(pathname: string, arrivedAt: { current: boolean }): void {
  const { awayOn } = usePopups.getState();
  if (awayOn === null) return;
  const there = pathname === awayOn.split("?")[0];
  if (there) arrivedAt.current = true;
  else if (arrivedAt.current) {
    arrivedAt.current = false;
    usePopups.setState({ awayOn: null });
  }
}

export const clearPopups = (): void => usePopups.setState({ queue: [], awayOn: null });

export const popupDelayMs = 1000;
