import { useSearchParams } from "../../ui/router.tsx";
import { PlanForm } from "./PlanForm.tsx";
import { PlanScreen } from "./PlanScreen.tsx";
import { placeIn } from "../../places/place.ts";
import "./trip.css";

/** `?id=…`: a trip that was planned. Else the form; `?to=18.52,73.85&name=…` says where to, such as a station. */
export default function TripPage() {
  const [query] = useSearchParams();
  const id = query.get("id");
  if (id) return <PlanScreen key={id} id={id} />;
  const to = query.get("to");
  return <PlanForm key={to} linked={placeIn(to, query.get("name"))} />;
}
