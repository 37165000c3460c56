import { HourglassMedium } from "@phosphor-icons/react/dist/csr/HourglassMedium";
import { X } from "@phosphor-icons/react/dist/csr/X";
import { useState } from "react";
import { Link } from "../../ui/router.tsx";
import { paths } from "../../paths.ts";
import { IconButton } from "../../ui/Button.tsx";
import { inr } from "../../ui/format.ts";
import { walletCopy as copy } from "./copy.ts";
import { forgetOpenTopUp, readOpenTopUp } from "./open-top-up.ts";
import { useOpenTopUp } from "./use-top-up.ts";

/** A payment that was left, in a closed tab too, is found again here. */
export function OpenTopUp() {
  const [id, setId] = useState(readOpenTopUp);
  const topUp = useOpenTopUp(id).data;
  if (id === null || !topUp || topUp.status === "CREDITED") return null;
  const dismiss = () => {
    forgetOpenTopUp(id);
    setId(null);
  };
  return (
    <div className="opentop num">
      <HourglassMedium size={22} aria-hidden="true" />
      <Link className="grow" to={paths.topUp(id)}>
        {copy.openTopUp[topUp.status](inr(topUp.amount_minor))}
      </Link>
      {topUp.status === "PROCESSING" ? null : (
        <IconButton label={copy.dismiss} onClick={dismiss}>
          <X size={22} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
