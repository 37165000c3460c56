import { useState } from "react";
import { serviceNow } from "../../clock.ts";
import { addMonths, monthOf, monthsBack, shortMonth } from "../../ui/india-days.ts";
import { SelectField } from "../../ui/TextField.tsx";
import { walletCopy as copy } from "./copy.ts";
import { kinds, type Narrowing } from "./movement-choice.ts";

const monthsOffered = 24;

/** One kind of movement, and one month. */
export function MovementFilter({
  narrowing,
  onChange,
}: {
  narrowing: Narrowing;
  onChange: (part: Partial<Narrowing>) => void;
}) {
  const { kind, month } = narrowing;
  const [newest] = useState(() => monthOf(serviceNow()));
  const months = monthsBack(newest, addMonths(newest, 1 - monthsOffered));
  return (
    <search className="mfilter">
      <SelectField
        label={copy.kind}
        value={kind}
        onChange={({ target }) =>
          onChange({ kind: kinds.find((one) => one === target.value) ?? "" })
        }
      >
        <option value="">{copy.allKinds}</option>
        {kinds.map((one) => (
          <option key={one} value={one}>
            {copy.kinds[one]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={copy.month}
        value={month}
        onChange={({ target }) => onChange({ month: target.value })}
      >
        <option value="">{copy.allMonths}</option>
        {month && !months.includes(month) ? (
          <option value={month}>{shortMonth(month)}</option>
        ) : null}
        {months.map((one) => (
          <option key={one} value={one}>
            {shortMonth(one)}
          </option>
        ))}
      </SelectField>
    </search>
  );
}
