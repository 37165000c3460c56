import { create } from "zustand";

/** Chrome's offer to install, which a page may keep back. */
export type InstallOffer = Event & { prompt: () => Promise<unknown> };

/** A newer version that is loaded and waits, and the browser's offer to install. */
export const useUpdateBar = create<{
  waiting: ServiceWorker | null;
  offer: InstallOffer | null;
}>(() => ({ waiting: null, offer: null }));
