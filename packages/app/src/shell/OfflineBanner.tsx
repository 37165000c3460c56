import { WifiSlash } from "@phosphor-icons/react/dist/csr/WifiSlash";
import { queryClient } from "../api/query-client.ts";
import { Button } from "../ui/Button.tsx";
import { shellCopy } from "./copy.ts";

export default function OfflineBanner() {
  return (
    <div className="offl" role="status">
      <WifiSlash className="offl-icon" size={26} aria-hidden="true" />
      <span className="grow">
        <b>{shellCopy.offlineTitle}</b>
        <span className="sub ink2">{shellCopy.offlineText}</span>
      </span>
      <Button
        kind="quiet"
        small
        onClick={() => void queryClient.refetchQueries({ type: "active" })}
      >
        {shellCopy.retry}
      </Button>
    </div>
  );
}
