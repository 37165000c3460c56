import type { Session } from "@voltmarg/contract";
import { memo, useEffect, useRef, useState } from "react";
import { kw, when } from "../../ui/format.ts";
import { liveCopy } from "./live-copy.ts";
import { type CurveView, curveView, thinned } from "./power-curve.ts";

const HEIGHT = 98;
const LEFT = 34;
const TOP = 12;
const BASE = 74;

/** Power over time: as a curve, as one sentence, and as a table. Drawn anew with each update, not with each second. */
export const PowerChart = memo(function PowerChart({
  session,
  end,
  over = false,
}: {
  session: Session;
  end: number | null;
  /** It has ended: there is no now. */
  over?: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(350);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    if (box.current) watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const zone = session.location.time_zone;
  const view = curveView(session, end);
  const time = (at: number) => when(new Date(at).toISOString(), zone).time;
  const last = view?.points.at(-1);
  const x = (share: number) => LEFT + share * (width - LEFT);
  const y = (share: number) => BASE - share * (BASE - TOP);
  const path = view?.points.map((p) => `${x(p.x).toFixed(1)} ${y(p.y).toFixed(1)}`).join("L");
  return (
    <div ref={box} className="chart">
      {view && last && path ? (
        <>
          <svg
            width={width}
            height={HEIGHT}
            viewBox={`0 0 ${width} ${HEIGHT}`}
            fill="none"
            role="img"
            aria-label={
              over
                ? liveCopy.chartSaid(
                    String(view.top),
                    Math.max(...view.points.map((point) => point.kw)).toFixed(1),
                  )
                : liveCopy.chartSays(String(view.top), last.kw.toFixed(1))
            }
          >
            {[0, 0.5, 1].map((share) => (
              <g key={share}>
                <path d={`M${LEFT} ${y(share)}H${width}`} className="chart-line" />
                <text x={LEFT - 8} y={y(share) + 4.5} textAnchor="end" className="num">
                  {view.top * share}
                </text>
              </g>
            ))}
            <path
              d={`M${path}L${x(last.x)} ${BASE}L${x(view.points[0]?.x ?? 0)} ${BASE}Z`}
              className="chart-area"
            />
            <path d={`M${path}`} className="chart-curve" />
            {over ? null : (
              <>
                <path d={`M${x(last.x)} ${y(last.y)}V${BASE}`} className="chart-now" />
                <circle
                  cx={x(last.x)}
                  cy={y(last.y)}
                  r="5"
                  className="gauge-head"
                  strokeWidth="1.8"
                />
              </>
            )}
            <text x={LEFT} y={93} className="num">
              {time(view.from)}
            </text>
            {!over && last.x > 0.2 && last.x < 0.82 ? (
              <text x={x(last.x)} y={93} textAnchor="middle" className="num is-now">
                {liveCopy.now}
              </text>
            ) : null}
            <text x={width} y={93} textAnchor="end" className="num">
              {time(view.to)}
            </text>
          </svg>
          <Table points={view.points} time={time} />
        </>
      ) : (
        <p className="sub ink3">{session.kwh === null ? liveCopy.waitingNews : "–"}</p>
      )}
    </div>
  );
});

/** Its rows are drawn when somebody opens it: most never do, and they cost a phone as much as the curve. */
function Table({ points, time }: { points: CurveView["points"]; time: (at: number) => string }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="chart-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{liveCopy.showTable}</summary>
      {open ? (
        <table className="num">
          <thead>
            <tr>
              <th scope="col">{liveCopy.chartTime}</th>
              <th scope="col">{liveCopy.chartPower}</th>
            </tr>
          </thead>
          <tbody>
            {thinned(points).map((point) => (
              <tr key={point.at}>
                <td>{time(point.at)}</td>
                <td>{kw(point.kw)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </details>
  );
}
