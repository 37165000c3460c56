import { create } from "zustand";

/** `live`: news arrive as they happen. `paused`: the page is hidden. */
export type LiveLink = "paused" | "connecting" | "live";

const useLink = create<{ link: LiveLink }>(() => ({ link: "paused" }));
export const useLiveLink = (): LiveLink => useLink((store) => store.link);
export const setLink = (link: LiveLink) => useLink.setState({ link });
