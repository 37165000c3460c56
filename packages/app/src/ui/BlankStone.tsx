import { Drawing } from "./Drawing.tsx";
import { emptyStone } from "./drawings/empty-stone.ts";

/** Of its own, as no first screen is empty. */
export const BlankStone = () => <Drawing svg={emptyStone("")} className="art" />;
