import type { Connector, Evse } from "@voltmarg/contract";
import { powerKw } from "@voltmarg/rules";
import { copy } from "./copy.ts";
import { connectorName } from "../../ui/drawings/connectors.ts";

/** "Charger 2" where the operator numbers them, else its label. */
export function chargerName(evse: Evse): string {
  const reference = evse.physical_reference ?? evse.evse_id ?? evse.uid;
  return /^\d{1,3}$/.test(reference) ? copy.charger(reference) : reference;
}

/** The same for the label of a session or a bill. */
export const chargerOf = (label: string): string => {
  const number = /^Charger (\d{1,3})$/.exec(label)?.[1];
  return number ? copy.charger(number) : label;
};

/** "CCS2, 60 kW"; without a known power only the name. */
export function plugTitle(connector: Connector): string {
  const power = powerKw(connector, null);
  const name = connectorName(connector.standard, power, connector.voltage);
  return power === null ? name : `${name}, ${power} kW`;
}
