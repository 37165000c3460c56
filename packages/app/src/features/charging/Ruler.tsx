import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { isRightToLeft } from "../../language/current-language.ts";
import { keyed, type Scale, snap } from "./limit-scale.ts";

const HEIGHT = 84;
const LINE = 54;
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
  // It grows in the direction of reading.
  const mirrored = isRightToLeft();
  const x = (at: number) => (mirrored ? 1 - at / scale.max : at / scale.max) * width;
  const at = x(value);
  const moveTo = (event: PointerEvent) => {
    const left = box.current?.getBoundingClientRect().left ?? 0;
    const along = (event.clientX - left) / width;
    onChange(snap((mirrored ? 1 - along : along) * scale.max, scale));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyed(mirrored ? (opposite[event.key] ?? event.key) : event.key, value, scale);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
  };
  const marks = Array.from({ length: Math.floor(scale.max / scale.tick + 1e-9) }, (_, i) => {
    const value_ = (i + 1) * scale.tick;
    return { value: value_, stone: Math.abs(value_ % scale.stone) < scale.tick / 2 };
  });
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
        <path d={`M0 ${LINE}H${width}`} className="ruler-line" />
        <path d={`M${x(0)} ${LINE}H${at}`} className="ruler-line is-past" />
        <text x={x(0)} y={76} textAnchor={mirrored ? "end" : "start"} className="num">
          {mark(0)}
        </text>
        {marks.map((one) => {
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
              {here > 14 && here < width - 14 ? (
                <text x={here} y={76} textAnchor="middle" className="num">
                  {mark(one.value)}
                </text>
              ) : null}
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
