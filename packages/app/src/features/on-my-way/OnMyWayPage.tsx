import { useLocation } from "react-router";
import { paths } from "../../paths.ts";
import { OnMyWay } from "./OnMyWay.tsx";
import { Reach } from "./Reach.tsx";

/** Two screens in one file: they share nearly all of their code. */
export default function OnMyWayPage() {
  return useLocation().pathname === paths.withinReach ? <Reach /> : <OnMyWay />;
}
