import type { ConsoleDriver } from "@voltmarg/contract";
import { GoodwillNote } from "../../ui/GoodwillNote.tsx";
import { Operation } from "../../ui/Operation.tsx";
import { ABOUT_BANK, BANK_FIELDS, BANK_LABELS } from "../refunds/bank-refund.ts";

/** What the staff may do for a driver. */
export function DriverActions({ of }: { of: ConsoleDriver }) {
  const params = { mobile: of.id };
  return (
    <>
      {of.wallet && !of.closed_at ? (
        <Operation
          name="giveGoodwill"
          label="Give goodwill"
          params={params}
          fields={["amount_minor", "reason", "reference"]}
          about={<GoodwillNote />}
        />
      ) : null}
      {of.wallet && of.wallet.balance_minor > 0 ? (
        <Operation
          name="refundByBank"
          label="Record a bank transfer"
          params={{ id: of.id }}
          fields={BANK_FIELDS}
          labels={BANK_LABELS}
          about={ABOUT_BANK}
        />
      ) : null}
      {of.wallet && of.wallet.balance_minor < 0 ? (
        <Operation
          name="writeOffDebt"
          label="Write off the debt"
          danger
          params={params}
          about="What the driver owes is given up, and booked as a bad debt. The debt must be old enough; the driver reads the reason."
          done="The debt is written off."
        />
      ) : null}
      {of.closed_at ? null : (
        <>
          <Operation
            name="setDriverFlags"
            label="Change flags"
            params={params}
            now={{ allow_multi_charging: of.allow_multi_charging }}
          />
          <Operation
            name="signOutDriver"
            label="Sign out everywhere"
            danger
            params={params}
            about="Every device, passkey and linked account ends. The holder of the number signs in again by a one-time code."
          />
        </>
      )}
      <Operation
        name="exportDriver"
        label="Save all data"
        params={params}
        saves={{ type: "application/json", fileName: `${of.id}.json` }}
        about="Everything kept of this driver, as it is: number, places, bills. Make sure who asks for it."
        done="Saved."
      />
      {of.closed_at ? (
        <Operation
          name="eraseDriver"
          label="Erase"
          danger
          params={params}
          fields={["reason", "reference"]}
          about="For good: the personal data of this closed account goes. Bills and books stay."
          done="The driver is erased."
        />
      ) : null}
    </>
  );
}
