import { useState } from "react";
import { readServer } from "../../native/storage.ts";
import { initials } from "../../ui/format.ts";

/** An operator's logo, at an address of the service; its initials when it has none or it does not load. The name stands beside it. */
export function OperatorMark({
  id,
  name,
  hasLogo,
}: {
  id: string;
  name: string;
  hasLogo: boolean;
}) {
  const [broken, setBroken] = useState(false);
  if (!hasLogo || broken)
    return (
      <span className="fl-mark" aria-hidden="true">
        {initials(name)}
      </span>
    );
  return (
    <img
      className="fl-mark"
      src={`${readServer()}/logos/${encodeURIComponent(id)}`}
      alt=""
      width={36}
      height={36}
      loading="lazy"
      onError={() => setBroken(true)}
    />
  );
}
