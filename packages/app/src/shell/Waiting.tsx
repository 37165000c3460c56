import { providerName } from "../language/provider-name.ts";
import { uiCopy } from "../ui/copy.ts";
import { Drawing } from "../ui/Drawing.tsx";
import { mark } from "../ui/drawings/mark.ts";

/** The boot skeleton again, so that nothing jumps while the account is looked up. */
export const Waiting = () => (
  <output className="boot" aria-label={uiCopy.loading}>
    <Drawing svg={mark(64)} />
    <span className="boot-name" aria-hidden="true">
      {providerName}
    </span>
  </output>
);
