import { plural, t } from "@lingui/core/macro";
import { words } from "../../../language/words.ts";

export const chooseCopy = words(() => ({
  search: t`Search your vehicle`,
  searchExample: t`Nexon 45, iQube, Treo`,
  found: (count: number) => plural(count, { one: "# vehicle found", other: "# vehicles found" }),
  noneFound: t`No such vehicle in our list`,
  noneFoundText: t`Try fewer letters, or add it yourself.`,
  mostSold: t`Most sold`,
  allMakes: t`All makes`,
  variants: (count: number) => plural(count, { one: "# variant", other: "# variants" }),
  everyday: (distance: string) => t`about ${distance}`,
  years: (from: number, to: number | null) =>
    to === null ? t`since ${from}` : from === to ? String(from) : `${from}–${to}`,
  notListed: t`My vehicle is not listed`,
  change: t`Change vehicle`,
  details: t`Battery, charging power and plugs`,
  detailsHelp: t`Filled in for your vehicle. Change it only when you know better.`,
  claimed: (distance: string) => t`The maker claims ${distance}.`,
  plugs: t`Plugs of the vehicle`,
  adapters: t`Adapters and portable chargers you carry`,
  adaptersHelp: t`Stations with these plugs are shown as fitting.`,
  portable: t`15 A socket, with a portable charger`,
  noPlug: t`No plug: its batteries are swapped, so no charger here fits it.`,
  notKnown: t`Not known yet`,
}));
