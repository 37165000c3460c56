import type { Trip } from "@voltmarg/contract";
import { useNavigate } from "react-router";
import { sentence } from "../../api/http/refusal.ts";
import { paths } from "../../paths.ts";
import { Segment } from "../../ui/Choice.tsx";
import { Banner } from "../../ui/Message.tsx";
import { tripCopy as copy } from "./copy.ts";
import { askAgain, changeDraft, preferences } from "./trip-draft.ts";
import { usePlan } from "./use-plan.ts";

/** Plans the same trip in another way; the form stays as it was. */
export function Preferences({ trip }: { trip: Trip }) {
  const plan = usePlan();
  const navigate = useNavigate();
  const wanted = plan.isPending ? plan.variables.ask.preference : undefined;
  const change = (preference: Trip["plan"]["preference"]) => {
    if (plan.isPending) return;
    const ask = askAgain(trip);
    if (ask) plan.mutate({ ask: { ...ask, preference }, replace: true });
    else {
      // How full the battery was is known on the device that planned it.
      changeDraft({ from: trip.plan.start, to: trip.plan.end, preference });
      void navigate(paths.trip);
    }
  };
  return (
    <div className="trip-preferences">
      <Segment
        label={copy.preference}
        value={wanted ?? trip.plan.preference}
        options={preferences.map((value) => ({ value, label: copy.preferences[value] }))}
        onChange={change}
      />
      <output className="sub ink2">{plan.isPending ? copy.planningAgain : ""}</output>
      {plan.error ? <Banner kind="err">{sentence(plan.error)}</Banner> : null}
    </div>
  );
}
