import { useState } from "react";
import { initials } from "../../../ui/format.ts";

/** An operator's logo; its initials when it has none or it does not load. The name stands beside it. */
export function OperatorMark({
  name,
  logo,
}: {
  name: string;
  logo: { url: string; thumbnail: string | null } | null;
}) {
  const [broken, setBroken] = useState(false);
  if (!logo || broken)
    return (
      <span className="fl-mark" aria-hidden="true">
        {initials(name)}
      </span>
    );
  return (
    <img
      className="fl-mark"
      src={logo.thumbnail ?? logo.url}
      alt=""
      width={36}
      height={36}
      loading="lazy"
      onError={() => setBroken(true)}
    />
  );
}
