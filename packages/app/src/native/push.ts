import { webPush } from "./push-web.ts";
import { type PushDoor, shell } from "./native-app.ts";

/** How news reach this device. */
export const pushDoor = (): PushDoor => shell()?.push ?? webPush;
