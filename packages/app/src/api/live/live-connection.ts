import { create } from "zustand";

/** `live`: updates arrive as they happen. `paused`: the page is hidden. */
export type LiveConnection = "paused" | "connecting" | "live";

const useLink = create<{ link: LiveConnection }>(() => ({ link: "paused" }));
export const useLiveConnection = (): LiveConnection => useLink((store) => store.link);
export const setLiveConnection = (link: LiveConnection) => useLink.setState({ link });
