import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { call } from "../../api/http/call.ts";
import { planTrip } from "../../api/http/endpoints/trips.ts";
import { loadTrip } from "../../api/queries/trips.ts";
import { paths } from "../../paths.ts";
import { type Ask, changeDraft, draftOf, rememberAsk, useTripForm } from "./trip-draft.ts";

/**
 * Plans, and leads to the plan, or to the form with where the way breaks. `replace`: the step back does not lead to what
 * was open before.
 */
export function usePlan() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async ({ ask }: { ask: Ask; replace?: boolean }) => {
      const { data } = await call(planTrip, { body: ask });
      if (data.id !== null) {
        rememberAsk(data.id, ask);
        await loadTrip(data.id);
      }
      return data;
    },
    onSuccess: async ({ id, gap }, { ask, replace = false }) => {
      // A trip on the way is planned from where the driver is: that is not what the form was filled with.
      if (ask.replaces === undefined || gap) changeDraft(draftOf(ask));
      if (id !== null) await navigate(paths.tripOf(id), { replace });
      else if (gap) {
        // The next may be with another charge than the car's, which was said with its odometer.
        const { odometer_km: _said, ...again } = ask;
        useTripForm.setState({ gap: { ask: again, gap } });
        await navigate(paths.trip, { replace });
      }
    },
  });
}
