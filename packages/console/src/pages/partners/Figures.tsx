import type { PartnerFigures } from "@voltmarg/contract";
import { Link } from "react-router";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { count } from "../../ui/format.ts";
import { At, Facts, Money, Unknown } from "../../ui/values.tsx";

/** How well an operator worked in thirty days. */
export function Figures({ id }: { id: string }) {
  const figures = useOperation("getPartnerFigures", { params: { id } });
  return <Answered query={figures}>{({ data }) => <Facts of={factsOf(data, id)} />}</Answered>;
}

const minutes = (value: number | null) => (value === null ? null : `${value} min`);
const Since = ({ at }: { at: string | null }) =>
  at ? (
    <small className="quiet">
      {" "}
      counted since <At at={at} />
    </small>
  ) : null;

const factsOf = ({ starts, cdrs, disagreements }: PartnerFigures, id: string) =>
  [
    [
      "Starts that worked",
      starts.worked_percent === null ? (
        <Unknown key="s" />
      ) : (
        <span key="s">
          <b className="num">{`${starts.worked_percent} %`}</b>
          {`, ${count(starts.worked)} of ${count(starts.decided)} `}
          <Link to={`/charges?operator=${id}&state=FAILED`}>failed starts</Link>
          <Since at={starts.since} />
        </span>
      ),
    ],
    ["End to CDR, in the middle", minutes(cdrs.median_minutes)],
    ["End to CDR, 95 of 100 within", minutes(cdrs.late_minutes)],
    [
      "CDRs",
      <span key="c">
        {count(cdrs.count)}
        <Since at={cdrs.since} />
      </span>,
    ],
    [
      "Asked above what is owed",
      cdrs.count === 0 ? null : (
        <span key="d">
          <Money minor={disagreements.amount_minor} />
          {` in ${count(disagreements.count)} CDRs `}
          <Link to={`/disputes?operator=${id}`}>disputes</Link>
        </span>
      ),
    ],
  ] as const;
