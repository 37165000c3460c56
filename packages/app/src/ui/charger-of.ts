import { unitCopy } from "./copy.ts";

/** The label of a session or a bill; "Charger 2" in the driver's language where the operator numbers them. */
export const chargerOf = (label: string): string => {
  const number = /^Charger (\d{1,3})$/.exec(label)?.[1];
  return number ? unitCopy.charger(number) : label;
};
