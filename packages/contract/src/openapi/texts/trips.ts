import * as trips from "../../trips.ts";
import { describeRoutes, type Operation } from "../route-texts.ts";

export const tripOperations: Operation[] = describeRoutes(
  trips,
  { driver: "Trips" },
  {
    planTrip: {
      summary: "Plan a trip with charging stops",
      description:
        "By the roads of the provider's router, the plugs that fit and work, and the price of each hour. `gap` instead of `plan`: between which km no fitting plug is near enough, how much is missing and what would help. `assumptions` say what the reckoning rests on. TRIP_ROADS_AWAY: no router answers; `along-route` with two points still finds stations along the straight line.",
    },
  },
);
