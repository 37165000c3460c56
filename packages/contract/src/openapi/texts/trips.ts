import * as trips from "../../trips.ts";
import { describeRoutes, type Operation } from "../route-texts.ts";

export const tripOperations: Operation[] = describeRoutes(
  trips,
  { driver: "Trips" },
  {
    planTrip: {
      summary: "Plan a trip with charging stops",
      description:
        "By the roads of the provider's router, the plugs that fit and work, and the price of each hour. `gap` instead of `plan`: between which km no fitting plug is near enough, how much is missing and what would help. `assumptions` say what the reckoning rests on. TRIP_ROADS_AWAY: no router answers; `along-route` with two points still finds stations along the straight line. `replaces`: the new plan takes the place of that trip's, which keeps its id, name, link and begin; with a `gap` nothing changes. `odometer_km` is kept with the charge where the trip departs now: from three such readings on, the plan may rest on what the vehicle used between them (LEARNED_USE).",
    },
    planWay: {
      summary: "Get the way through some places",
      description:
        "For all vehicles, without charging stops: `along-route` finds the stations along `line`. Without a router, or when it does not answer within two seconds, the legs are straight and `straight` says so. `charge_at` is the battery without charging, at most 5 km apart.",
    },
    getReach: {
      summary: "Get how far the charge lasts",
      description:
        "For all vehicles: the km by road down to the reserve, in everyday use on level roads, and the radius of a ring on the map.",
    },
    listTrips: {
      summary: "List the trips that are kept",
      description:
        "The last ten plans, and those with a name: the one that is under way first, then the newest. `battery` is what is known last of the vehicle that was planned with last.",
    },
    getTrip: {
      summary: "Get a trip with its plan",
      description: "`stops_now` says of a begun trip what is known of each stop at this moment.",
    },
    updateTrip: {
      summary: "Name a trip, share it, or begin it",
      description:
        "A trip with a name is kept, fifty at most. `shared` makes a link or ends it; one that is made again is another link. `shared_start` and `shared_end`, only with `shared: true`, are what the link calls start and destination; without them it names neither. `begun`: at most one trip is under way, so beginning another ends it. It also ends by itself 12 hours after the planned arrival. While it is under way the driver is notified when no plug that fits works at a stop ahead (TRIP_STOP_LOST), or when all are taken within 45 minutes of the arrival (TRIP_STOP_TAKEN).",
    },
    deleteTrip: "Delete a trip and its link",
    getSharedTrip: {
      summary: "Get what a trip's link shows",
      description:
        "Nothing of the driver or the vehicle: no battery, energy or price. Start and end are moved by up to three kilometres, each place of a driver once and for all; line, km and minutes are those of the way between the moved places, and minutes of charging are rounded up to ten. They have a name only where the driver gave one for the link.",
    },
  },
);
