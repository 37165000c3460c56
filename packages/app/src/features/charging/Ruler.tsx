import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { isRightToLeft } from "../../language/current-language.ts";
import { keyed, marksOn, type Scale, snap } from "./limit-scale.ts";

const HEIGHT = 92;
/** The words are read under the thumb too. */
const WORDS = 86;
const LINE = 54;
/** Half a thumb: neither it nor the last stone is cut at an end. */
const END = 17;
const opposite: Record<string, string> = { ArrowRight: "ArrowLeft", ArrowLeft: "ArrowRight" };

/** The ruler with kilometre stones: drag it, tap it, or move it with keys. */
export function Ruler({
  scale,
  value,
  label,
  words,
  mark,
  onChange,
}: {
  scale: Scale;
  value: number;
  label: string;
  /** The value as a screen reader says it. */
  words: string;
  /** The value under a stone. */
  mark: (value: number) => string;
  onChange: (value: number) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(350);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    if (box.current) watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const length = Math.max(1, width - 2 * END);
  // It grows in the direction of reading.
  const mirrored = isRightToLeft();
  const x = (at: number) => END + (mirrored ? 1 - at / scale.max : at / scale.max) * length;
  const at = x(value);
  const moveTo = (event: PointerEvent) => {
    const left = box.current?.getBoundingClientRect().left ?? 0;
    const along = (event.clientX - left - END) / length;
    onChange(snap((mirrored ? 1 - along : along) * scale.max, scale));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyed(mirrored ? (opposite[event.key] ?? event.key) : event.key, value, scale);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
  };
  return (
    <div
      ref={box}
      className="ruler"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its end need not lie on a step, which a range input demands
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={scale.least}
      aria-valuemax={scale.max}
      aria-valuenow={value}
      aria-valuetext={words}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        moveTo(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) moveTo(event);
      }}
    >
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
        <path d={`M${END} ${LINE}H${width - END}`} className="ruler-line" />
        <path d={`M${x(0)} ${LINE}H${at}`} className="ruler-line is-past" />
        <text
          x={mirrored ? width : 0}
          y={WORDS}
          textAnchor={mirrored ? "end" : "start"}
          className="num"
        >
          {mark(0)}
        </text>
        {marksOn(scale, length).map((one) => {
          const past = one.value <= value ? " is-past" : "";
          const here = x(one.value);
          if (!one.stone)
            return (
              <path
                key={one.value}
                d={`M${here} ${LINE - 14}V${LINE}`}
                className={`ruler-tick${past}`}
              />
            );
          return (
            <g key={one.value}>
              <path
                transform={`translate(${here - 11} 18)`}
                d="M0 11A11 11 0 0 1 22 11V36H0Z"
                className={`ruler-stone${past}`}
              />
              <path d={`M${here - 11} 30.5h22`} className="ruler-cap" />
              <text
                x={one.value !== scale.max ? here : mirrored ? 0 : width}
                y={WORDS}
                textAnchor={one.value !== scale.max ? "middle" : mirrored ? "start" : "end"}
                className="num"
              >
                {mark(one.value)}
              </text>
            </g>
          );
        })}
        <circle cx={at} cy={LINE} r={19} className="ruler-gap" />
        <circle cx={at} cy={LINE} r={17} className="ruler-thumb" />
        <path d={`M${at - 4} 48v12M${at + 4} 48v12`} className="ruler-grip" />
      </svg>
    </div>
  );
}
