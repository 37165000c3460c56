import { webPush } from "./push-web.ts";
import { type PushChannel, nativeApp } from "./native-app.ts";

/** How push notifications reach this device. */
export const pushChannel = (): PushChannel => nativeApp()?.push ?? webPush;
