import { webPush } from "./push-web.ts";
import { type PushChannel, nativeApp } from "./native-app.ts";

/** How news reach this device. */
export const pushChannel = (): PushChannel => nativeApp()?.push ?? webPush;
