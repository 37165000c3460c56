const colours = [
  "canvas surface well well-pressed raised line line-strong",
  "ink ink-2 ink-3 ink-disabled on-ink",
  "accent accent-pressed accent-soft accent-tint on-accent session marigold",
  "available available-tint busy busy-tint fault fault-tint unknown unknown-tint restricted",
  "warning warning-tint danger danger-pressed danger-tint focus",
  "map-land map-block map-park map-water map-street map-trunk map-rail map-me",
].map((row) => row.split(" "));
const type = "hero display title-1 title-2 title-3 body sub caption micro".split(" ");
const radii = "tag control card sheet full".split(" ");

export const Tokens = () => (
  <section aria-labelledby="g-tokens">
    <h2 className="t2" id="g-tokens">
      Tokens
    </h2>
    {colours.map((row) => (
      <ul key={row[0]} className="g-tiles is-colours">
        {row.map((name) => (
          <li key={name} className="cap">
            <i style={{ background: `var(--vm-${name})` }} />
            {name}
          </li>
        ))}
      </ul>
    ))}
    <ul className="g-stack">
      {type.map((name) => (
        <li key={name} className="g-type">
          <span className="cap ink2">{name}</span>
          <span className="num" style={{ font: `var(--vm-${name})` }}>
            {"₹1,234 चार्ज"}
          </span>
        </li>
      ))}
    </ul>
    <ul className="g-tiles is-colours">
      {radii.map((name) => (
        <li key={name} className="cap">
          <i className="g-radius" style={{ borderRadius: `var(--vm-r-${name})` }} />
          {`radius ${name}`}
        </li>
      ))}
    </ul>
  </section>
);
