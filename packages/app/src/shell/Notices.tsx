import { UpdateBarHost } from "../offline/UpdateBarHost.tsx";
import { Toasts } from "./Toasts.tsx";
import { VersionGate } from "./VersionGate.tsx";

/** What the app says by itself, above every screen. It has nothing to say while it starts, and is loaded beside it. */
export const Notices = () => (
  <>
    <Toasts />
    <VersionGate />
    <UpdateBarHost />
  </>
);
