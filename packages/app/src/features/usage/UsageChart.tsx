import { type CSSProperties, useLayoutEffect, useRef, useState } from "react";
import { decimal, kwh } from "../../ui/format.ts";
import { labelled, ticksUpTo } from "./chart-scale.ts";
import { usageCopy as copy } from "./copy.ts";
import { type By, daysWords } from "./usage-period.ts";
import { shortName, type Stretch, stretchName, stretchWords } from "./usage-text.ts";

const plain = (value: number) => decimal(value, 0, 2);

/** Energy as bars. One is selected, by touch, mouse or arrow keys, and shown in figures. */
export function UsageChart({
  stretches,
  by,
  today,
}: {
  stretches: readonly Stretch[];
  by: By;
  today: string;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const { width, rem } = useSize(frame);
  const lastUsed = stretches.findLastIndex(({ charges }) => charges > 0);
  const [picked, setPicked] = useState<number | null>(null);
  const chosen = Math.min(picked ?? Math.max(lastUsed, 0), stretches.length - 1);

  const ticks = ticksUpTo(Math.max(0, ...stretches.map((stretch) => stretch.kwh)));
  const top = ticks.at(-1)!;
  const side = Math.max(...ticks.map((tick) => plain(tick).length)) * 8 * rem + 12;
  const [ceiling, floor, height] = [38 * rem + 14, 38 * rem + 130, 38 * rem + 132 + 24 * rem];
  const slot = (width - side) / stretches.length;
  const bar = Math.max(2, Math.min(28, slot * 0.72));
  const xOf = (index: number) => side + slot * (index + 0.5);
  const yOf = (value: number) => floor - (value / top) * (floor - ceiling);
  const current = stretches[chosen]!;
  const names = labelled(stretches.length, Math.max(2, Math.floor((width - side) / (84 * rem))));

  const highest = stretches.reduce((best, one) => (one.kwh > best.kwh ? one : best));
  const share = ((xOf(chosen) / width) * 100).toFixed(2);

  return (
    <figure className="usage-chart num" ref={frame}>
      <figcaption className="cap ink2">{copy.chart[by]}</figcaption>
      <div className="plot">
        <input
          className="walk"
          type="range"
          aria-label={copy.walk[by]}
          aria-valuetext={stretchWords(current, by)}
          min={0}
          max={stretches.length - 1}
          value={chosen}
          // As wide as its bar, the thumb is always over the one it chooses.
          style={{ left: side, width: width - side, "--thumb": `${slot}px` } as CSSProperties}
          onChange={({ target }) => setPicked(target.valueAsNumber)}
        />
        <p className="tip" style={{ left: `${share}%`, transform: `translateX(-${share}%)` }}>
          {by === "day" && current.until === today ? copy.today : stretchName(current, by)}{" "}
          {kwh(current.kwh)}
        </p>
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={copy.chartLabel(
            copy.chart[by],
            daysWords({ from: stretches[0]!.from, until: stretches.at(-1)!.until }),
            stretchWords(highest, by),
          )}
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <path d={`M${side} ${yOf(tick)}H${width}`} className="grid" />
              <text x={side - 8} y={yOf(tick) + 4.5 * rem} textAnchor="end">
                {plain(tick)}
              </text>
            </g>
          ))}
          {stretches.map((stretch, index) =>
            stretch.kwh > 0 ? (
              <rect
                key={stretch.from}
                className={index === chosen ? "bar is-on" : "bar"}
                x={xOf(index) - bar / 2}
                // The least energy is still something to see.
                y={Math.min(yOf(stretch.kwh), floor - 2)}
                width={bar}
                height={Math.max(2, floor - yOf(stretch.kwh))}
                rx={1}
              />
            ) : null,
          )}
          <path
            className="pointer"
            d={`M${xOf(chosen)} ${30 * rem}V${Math.max(30 * rem, Math.min(yOf(current.kwh), floor) - 5)}`}
          />
          {names.map((index) => (
            <text
              key={index}
              className={index === chosen ? "is-on" : undefined}
              x={index === stretches.length - 1 ? width : xOf(index)}
              y={floor + 20 * rem}
              textAnchor={index === stretches.length - 1 ? "end" : "middle"}
            >
              {shortName(stretches[index]!, by, today)}
            </text>
          ))}
        </svg>
      </div>
    </figure>
  );
}

/** Width of the frame in px, and how much larger than usual the driver reads. */
function useSize(frame: { current: HTMLElement | null }): { width: number; rem: number } {
  const [size, setSize] = useState({ width: 350, rem: 1 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => {
      const font = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setSize({ width: Math.max(200, element.clientWidth), rem: font / 16 || 1 });
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [frame]);
  return size;
}
