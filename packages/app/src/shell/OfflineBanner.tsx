import { WifiSlash } from "@phosphor-icons/react/dist/csr/WifiSlash";
import { queryClient } from "../api/queries/query-client.ts";
import { Button } from "../ui/Button.tsx";
import { useOnline } from "../ui/use-online.ts";
import { shellCopy } from "./copy.ts";

/** The banner, while there is no network. Part of the first load, because it cannot be fetched when it is needed. */
export function OfflineBanner() {
  if (useOnline()) return null;
  return (
    <output className="offl">
      <WifiSlash className="offl-icon" size={26} aria-hidden="true" />
      <span className="grow">
        <b>{navigator.onLine ? shellCopy.silentTitle : shellCopy.offlineTitle}</b>
        <span className="sub ink2">{shellCopy.offlineText}</span>
      </span>
      <Button
        kind="quiet"
        small
        onClick={() => void queryClient.refetchQueries({ type: "active" })}
      >
        {shellCopy.retry}
      </Button>
    </output>
  );
}
