import { Link } from "../../../ui/router.tsx";
import { useConfig } from "../../../api/queries/config.ts";
import { paths } from "../../../paths.ts";
import { serverLinkCopy as copy } from "./copy.ts";

/** The way to another server, where there may be one; and away from one that does not answer. */
export function ServerLink() {
  const config = useConfig();
  if (!config.isError && (config.data?.environment ?? "PROD") === "PROD") return null;
  return (
    <p className="fleet">
      <Link className="textlink" to={paths.urlConfig}>
        {copy.link}
      </Link>
    </p>
  );
}
