import {
  reading,
  type Connector,
  type Evse,
  type Finding,
  type Judge,
  type Location,
} from "@voltmarg/ocpi";
import { wrongPower } from "@voltmarg/rules";

/**
 * Findings for connectors whose power cannot be what was sent. They are stored as sent: what counts is decided where the
 * power is used, by the same rule.
 */
export const judgePower: Judge = (schema, data) => {
  switch (schema) {
    case reading.location:
    case reading.locationPatch:
      return eachOf((data as Partial<Location>).evses, "evses.", ofEvse);
    case reading.evse:
    case reading.evsePatch:
      return ofEvse(data as Partial<Evse>, "");
    case reading.connector:
      return ofConnector(data as Connector, "");
    default:
      return [];
  }
};

const eachOf = <T>(
  list: readonly T[] = [],
  path: string,
  of: (item: T, path: string) => Finding[],
): Finding[] => list.flatMap((item, nth) => of(item, `${path}${nth}.`));

const ofEvse = ({ connectors }: Partial<Evse>, path: string) =>
  eachOf(connectors, `${path}connectors.`, ofConnector);

function ofConnector(connector: Connector, path: string): Finding[] {
  const wrong = wrongPower(connector);
  if (!wrong) return [];
  const { field, message, outcome } = wrong;
  const { standard, power_type, max_electric_power, max_voltage, max_amperage } = connector;
  const raw = { max_electric_power, max_voltage, max_amperage, power_type, standard };
  return [{ path: `${path}${field}`, message, outcome, raw: JSON.stringify(raw).slice(0, 200) }];
}
