import type { Pin } from "@voltmarg/contract";
import { toSvg } from "../../map/drawing.ts";
import { drawCluster, drawDot, drawPin } from "../../map/pin-drawing.ts";
import { ConnectorIcon } from "../../ui/ConnectorIcon.tsx";
import { Drawing } from "../../ui/Drawing.tsx";
import { StatusGlyph } from "../../ui/StatusGlyph.tsx";
import { type ConnectorKind, connectors } from "../../ui/drawings/connectors.ts";
import { rickshaw, scooter, suv } from "../../ui/drawings/brand.ts";
import { mark } from "../../ui/drawings/mark.ts";
import type { StatusKind } from "../../ui/drawings/status-glyphs.ts";

const states: Record<Pin["state"], string> = {
  available: "Free",
  busy: "In use",
  fault: "Out of order",
  unknown: "Status not known",
  restricted: "Restricted",
  closed: "Closed",
};
const powers: Pin["power"][] = ["slow", "fast", "ultra"];
const glyphs: Record<StatusKind, string> = {
  available: "Free",
  busy: "In use",
  reserved: "Booked",
  fault: "Out of order",
  unknown: "Status not known",
  restricted: "Restricted",
};
const faces = Object.keys(connectors) as ConnectorKind[];

export const Drawings = () => (
  <section aria-labelledby="g-drawings">
    <h2 className="t2" id="g-drawings">
      Pins, plugs, status
    </h2>
    <ul className="g-tiles">
      {(Object.keys(states) as Pin["state"][]).map((state) => (
        <li key={state}>
          <span className="g-pins">
            {powers.map((power) => (
              <Drawing
                key={power}
                svg={toSvg(drawPin({ ...pin, state, power, favourite: power === "ultra" }))}
              />
            ))}
            <Drawing svg={toSvg(drawPin({ ...pin, state, selected: true }))} />
            <Drawing svg={toSvg(drawDot(state))} />
          </span>
          {states[state]}
        </li>
      ))}
      <li>
        <span className="g-pins">
          {(
            [
              [7, 0],
              [24, 2],
              [134, 90],
            ] as const
          ).map(([total, free]) => (
            <Drawing key={total} svg={toSvg(drawCluster(total, free))} />
          ))}
        </span>
        Several stations
      </li>
    </ul>
    <ul className="g-tiles">
      {(Object.keys(glyphs) as StatusKind[]).map((kind) => (
        <li key={kind}>
          <span className={`status ${kind}`}>
            <StatusGlyph kind={kind} />
            {glyphs[kind]}
          </span>
        </li>
      ))}
      {faces.map((kind) => (
        <li key={kind}>
          <ConnectorIcon kind={kind} size={48} />
          {connectors[kind].name}
        </li>
      ))}
      <li>
        <span className="g-pins">
          <Drawing svg={suv()} />
          <Drawing svg={scooter()} />
          <Drawing svg={rickshaw()} />
          <Drawing svg={mark()} />
        </span>
        Vehicles and the mark
      </li>
    </ul>
  </section>
);

const pin = { power: "fast", free: 2, total: 4, favourite: false, selected: false } as const;
