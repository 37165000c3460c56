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
    listTrips: {
      summary: "List the trips that are kept, newest first",
      description: "The last ten plans, and those with a name.",
    },
    getTrip: "Get a trip with its plan",
    updateTrip: {
      summary: "Name a trip, or share it",
      description:
        "A trip with a name is kept, fifty at most. `shared` makes a link or ends it; one that is made again is another link.",
    },
    deleteTrip: "Delete a trip and its link",
    getSharedTrip: {
      summary: "Get what a trip's link shows",
      description:
        "Nothing of the driver or the vehicle; start and end are given to a kilometre, and the line begins and ends there.",
    },
  },
);
