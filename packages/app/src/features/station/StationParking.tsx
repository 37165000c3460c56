import type { Location } from "@voltmarg/contract";
import { chargerName, plugsOf } from "../../locations/plugs.ts";
import { listed } from "../../ui/format.ts";
import { parkingCopy as copy } from "./parking-copy.ts";
import { parkingOf } from "./parking-text.ts";

/** Who can park at the plugs, and for how long; where the bays differ, of which chargers it is so. */
export function StationParking({ location }: { location: Location }) {
  const evses = [...new Set(plugsOf(location).map(({ evse }) => evse))];
  const { all, some } = parkingOf(location.site?.parking ?? [], evses);
  if (all.length + some.length === 0) return null;
  return (
    <section className="site-part" aria-labelledby="station-parking">
      <h2 id="station-parking" className="t3">
        {copy.title}
      </h2>
      <Tags words={all} />
      {some.map(({ evses: those, words }) => (
        <div key={words.join()}>
          <h3 className="sub ink2 site-sub">{listed(those.map(chargerName))}</h3>
          <Tags words={words} />
        </div>
      ))}
    </section>
  );
}

const Tags = ({ words }: { words: readonly string[] }) =>
  words.length > 0 ? (
    <ul className="site-facilities">
      {words.map((each) => (
        <li key={each} className="tag num">
          {each}
        </li>
      ))}
    </ul>
  ) : null;
