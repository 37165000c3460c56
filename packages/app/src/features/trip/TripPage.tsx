import { lazyNamed } from "../../ui/lazy-component.ts";
import { useSearchParams } from "../../ui/router.tsx";
import "./trip.css";

const PlanForm = lazyNamed(() => import("./PlanForm.tsx"), "PlanForm");
const PlanScreen = lazyNamed(() => import("./PlanScreen.tsx"), "PlanScreen");

/**
 * `?id=…`: a trip that was planned. Else the form; `?to=18.52,73.85&name=…` says where to, such as a station, and `from`
 * with `from_name` where from.
 */
export default function TripPage() {
  const [query] = useSearchParams();
  const id = query.get("id");
  if (id) return <PlanScreen key={id} id={id} />;
  return <PlanForm key={query.toString()} />;
}
