import { Bank } from "@phosphor-icons/react/dist/csr/Bank";
import { CreditCard } from "@phosphor-icons/react/dist/csr/CreditCard";
import { DeviceMobile } from "@phosphor-icons/react/dist/csr/DeviceMobile";
import type { PaidWith } from "@voltmarg/contract";
import { walletCopy as copy } from "./copy.ts";
import { wayName } from "./ways.ts";

const icons = { UPI: DeviceMobile, CARD: CreditCard, NETBANKING: Bank };

/** How to pay: one of a few. */
export const Ways = ({
  ways,
  last,
  chosen,
  onChange,
}: {
  ways: readonly PaidWith[];
  last: PaidWith | null;
  chosen: PaidWith | undefined;
  onChange: (way: PaidWith) => void;
}) => (
  <fieldset className="ways">
    <legend className="label">{copy.payByTitle}</legend>
    {ways.map((way) => {
      const Icon = icons[way.method];
      const name = wayName(way, last);
      return (
        <label key={name} className={way === chosen ? "is-on" : undefined}>
          <input
            type="radio"
            name="way"
            className={`radio${way === chosen ? " is-on" : ""}`}
            checked={way === chosen}
            onChange={() => onChange(way)}
          />
          <Icon size={24} aria-hidden="true" />
          <span className="grow">
            {name}
            {way === last ? <span className="cap ink2"> · {copy.lastUsed}</span> : null}
          </span>
        </label>
      );
    })}
  </fieldset>
);
