import { Star } from "@phosphor-icons/react/dist/csr/Star";
import { useRating } from "../../api/queries/ratings.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../ui/router.tsx";
import { billCopy as copy } from "./copy.ts";

const all = [1, 2, 3, 4, 5];

/** Five stars, as far as they were given; each leads to the rating with that many. */
export function RateStars({ sessionId }: { sessionId: string }) {
  const given = useRating(sessionId).data?.stars ?? 0;
  return (
    <nav className="rate" aria-label={copy.rate}>
      <span className="title--m" aria-hidden="true">
        {copy.rate}
      </span>
      <span className="given">
        {all.map((stars) => (
          <Link
            key={stars}
            className={stars <= given ? "iconbtn is-on" : "iconbtn"}
            to={paths.rating(sessionId, stars)}
            aria-label={copy.stars(stars)}
          >
            <Star size={28} weight={stars <= given ? "fill" : "regular"} aria-hidden="true" />
          </Link>
        ))}
      </span>
    </nav>
  );
}
