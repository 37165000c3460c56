import { Check } from "@phosphor-icons/react/dist/csr/Check";
import type { PowerClass } from "@voltmarg/rules";
import type { ReactNode } from "react";
import { ConnectorIcon } from "../../ui/ConnectorIcon.tsx";
import { connectors } from "../../ui/drawings/connectors.ts";
import { filterCopy as copy } from "./copy.ts";
import { ASKABLE, withPower } from "../../locations/filter.ts";

export function PlugTiles({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (standards: string[]) => void;
}) {
  return (
    <fieldset className="fl-tiles">
      <legend>{copy.plug}</legend>
      <div className="tiles">
        {ASKABLE.map(({ kind, standard }) => {
          const on = chosen.includes(standard);
          return (
            <Tile
              key={standard}
              on={on}
              onClick={() =>
                onChange(on ? chosen.filter((one) => one !== standard) : [...chosen, standard])
              }
            >
              <ConnectorIcon kind={kind} size={34} />
              <span>{connectors[kind].name}</span>
              {on ? (
                <i>
                  <Check size={14} weight="bold" aria-hidden="true" />
                </i>
              ) : null}
            </Tile>
          );
        })}
      </div>
    </fieldset>
  );
}

const BOLTS: readonly [PowerClass, number][] = [
  ["slow", 1],
  ["fast", 2],
  ["ultra", 3],
];
const BOLT = "M3.1 0 0 5h2.1L1.5 8.6 5 3.4H2.8Z";

export function PowerTiles({
  chosen,
  onChange,
}: {
  chosen: readonly PowerClass[];
  onChange: (powers: PowerClass[]) => void;
}) {
  return (
    <fieldset className="fl-tiles">
      <legend>{copy.power}</legend>
      <div className="tiles is-powers num">
        {BOLTS.map(([power, bolts]) => (
          <Tile
            key={power}
            on={chosen.includes(power)}
            onClick={() => onChange(withPower(chosen, power))}
          >
            <svg
              width={bolts * 9 + 2}
              height="16"
              viewBox={`0 0 ${bolts * 9 + 2} 16`}
              aria-hidden="true"
            >
              {Array.from({ length: bolts }, (_, at) => (
                <path
                  key={at}
                  transform={`translate(${at * 9} 0) scale(1.8)`}
                  d={BOLT}
                  fill="currentColor"
                />
              ))}
            </svg>
            <span>{copy.powers[power].name}</span>
            <small>{copy.powers[power].range}</small>
          </Tile>
        ))}
      </div>
    </fieldset>
  );
}

function Tile({
  on,
  onClick,
  children,
}: {
  on: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={`tile${on ? " is-on" : ""}`}
      aria-pressed={on}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
