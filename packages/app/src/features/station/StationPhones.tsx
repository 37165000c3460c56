import type { Location } from "@voltmarg/contract";
import { tel } from "../../ui/CallLink.tsx";
import { kept } from "../../ui/format.ts";
import { siteCopy as copy } from "./site-copy.ts";

/** Whom to call first: the station's help, else its operator; null: no number is known. */
export const firstPhone = ({ site, operator }: Location): string | null =>
  site?.help_phone ?? operator.phone;

/** The phone numbers of a station, each with its label. */
export function StationPhones({ location: { site, operator } }: { location: Location }) {
  const help = site?.help_phone;
  const other = operator.phone && (!help || tel(help) !== tel(operator.phone)) && operator.phone;
  if (!help && !other) return null;
  return (
    <dl className="site-phones">
      {help ? <Phone label={copy.helpHere} number={help} /> : null}
      {other ? <Phone label={copy.operatorPhone} number={other} /> : null}
    </dl>
  );
}

const Phone = ({ label, number }: { label: string; number: string }) => (
  <div className="kv">
    <dt>{label}</dt>
    <dd>
      <a className="link num" href={tel(number)}>
        {kept(number)}
      </a>
    </dd>
  </div>
);
