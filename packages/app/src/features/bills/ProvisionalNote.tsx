import type { Cdr } from "@voltmarg/contract";
import { Link } from "../../ui/router.tsx";
import { paths } from "../../paths.ts";
import { Banner } from "../../ui/Message.tsx";
import { billCopy as copy } from "./copy.ts";

/** What a bill is worth that was made without the operator's: for now, no more, or for good. */
export function ProvisionalNote({ provisional }: { provisional: NonNullable<Cdr["provisional"]> }) {
  const { state, replaced_by: by } = provisional;
  return (
    <Banner kind="info" className="credit" title={copy.provisional[state].title}>
      {copy.provisional[state].text}{" "}
      {by === null ? null : (
        <Link className="textlink" to={paths.bill(by)}>
          {copy.finalLink}
        </Link>
      )}
    </Banner>
  );
}
