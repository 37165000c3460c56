import { locateAgain } from "../../locations/use-locate.ts";
import { useView } from "../../locations/view.ts";
import type { Place } from "../../map/camera.ts";
import { type StartDoubt, startDoubts } from "./start-doubts.ts";

/** The phone's position is looked for while the driver still chooses. */
export const prepare = (): void => void locateAgain();

/** What speaks against starting here now. Who was far away when the app opened may have arrived: the phone is asked again. */
export async function findDoubts(
  at: Omit<Parameters<typeof startDoubts>[0], "me">,
): Promise<StartDoubt[]> {
  const against = (me: Place | null) => startDoubts({ ...at, me });
  const { me } = useView.getState();
  const isFar = against(me).some(({ kind }) => kind === "far");
  return against(isFar ? await locateAgain() : me);
}
