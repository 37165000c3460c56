import * as partners from "../../partners.ts";
import * as stations from "../../stations.ts";
import * as vehicles from "../../vehicles.ts";
import { describeRoutes, type Operation } from "../route-texts.ts";

export const stationOperations: Operation[] = [
  ...describeRoutes(
    stations,
    { driver: "Locations", backOffice: "Back office: support" },
    {
      searchLocations: {
        summary: "Search locations",
        description:
          "Around a position, nearest first. A location is found when one and the same connector meets all filters. Lists are comma separated. `distance` in km, `price_max` in paise a kWh all inclusive, `power_range` in kW as `30-60`.",
      },
      listPins: {
        summary: "List the pins of a map section",
        description:
          "With the `version` of an earlier answer as `since`: only what changed. `compact=true` answers `rows` instead of `pins`, half the size.",
      },
      getLocation: {
        summary: "Get a location",
        description: "`fresh=true`: its operator is asked first, for 2 s at most.",
      },
      getLocationByEvseId: {
        summary: "Find a location by EVSE id",
        description:
          "As it stands on the charger, with or without separators. The location has that one EVSE.",
      },
      getLocationByQrCode: {
        summary: "Find a location by QR code",
        description:
          "A link of ours, an EVSE id, or an address that carries one. No address is opened.",
      },
      findLocationByQrCode: {
        summary: "Find a location by QR code in the body",
        description: "For codes that do not fit in an address.",
      },
      countLocationsByState: {
        summary: "Count locations by state",
        description: "Most first. Null: operators that do not name the state.",
      },
      findAlongRoute: {
        summary: "Find locations along a route",
        description:
          "In the order in which the route passes them. Send `polyline` (Google's encoding, precision 5) or `points`.",
      },
      getLocationConnector: {
        summary: "Get a location with one connector",
        description: "By our location id, the EVSE's uid and the connector's id.",
      },
      getWhitelist: "Whether a driver may use a location",
      getWishlist: "List favourites",
      addToWishlist: "Add a favourite",
      removeFromWishlist: "Remove a favourite",
      getTariff: {
        summary: "Get a tariff",
        description:
          "As the operator sent it (OCPI 2.2.1), but `id` is ours. Prices in rupees, without GST.",
      },
      listWatches: "List watched connectors and their notices",
      watchStation: {
        summary: "Watch a location for a free connector",
        description: "The driver is notified once when one becomes free.",
      },
      unwatchStation: "Stop watching",
      seeNotice: {
        summary: "Mark a notice as seen",
        description: "A notice that is gone already counts as seen.",
      },
      reportStationProblem: {
        summary: "Report a problem at a location",
        description:
          "The same kind at the same connector within an hour is one report, with the newest text.",
      },
      listStationProblems: "List drivers' reports of problems, newest first",
      closeStationProblem: "Close a report",
      checkIn: {
        summary: "Say whether charging works at a location",
        description:
          "For drivers who tried to charge there within seven days, or are within 200 m. Another one on the same day replaces it.",
      },
      listCheckIns: {
        summary: "List drivers' check-ins at a location, newest first",
        description: "With a summary in which the newest evidence decides.",
      },
      removeCheckIn: "Remove an own check-in",
      getCheckInPhoto: "Get the photo of a check-in",
      reportCheckIn: "Report another driver's check-in",
      listReportedCheckIns: "List check-ins that were reported or hidden, newest first",
      hideCheckIn: "Hide a check-in",
      restoreCheckIn: "Show a hidden check-in again",
    },
  ),
  ...describeRoutes(
    partners,
    { driver: "Operators", backOffice: "Back office: operators" },
    {
      searchPartners: "Search operators by name",
      getPartner: "Get an operator",
      listPartnerRecords: {
        summary: "List operators",
        description: "Removed ones only with `removed=yes`.",
      },
      addPartner: {
        summary: "Add an operator",
        description:
          "With its versions URL and first token we register at once. Without them the operator is invited, and the answer holds what to send to it.",
      },
      getPartnerRecord: {
        summary: "Get an operator's registration",
        description: "By id, name or OCPI party.",
      },
      getPartnerFigures: {
        summary: "Get how well an operator worked in thirty days",
        description:
          "Starts that worked, the time from the end of a charge to its CDR, and CDRs that asked for more than is owed. Counted over the newest 10,000 starts and CDRs; `since` says from when on.",
      },
      listPartnerMessages: "List recent OCPI messages of an operator",
      listPartnerFindings: "List what an operator sends that cannot be used",
      rotatePartner: "Renew the tokens of both sides",
      syncPartner: "Pull everything from an operator now",
      checkPartner: {
        summary: "Check an operator's answers against OCPI",
        description:
          "Versions, credentials and the first two pages of each list. Nothing is stored. CONFLICT: it is not registered.",
      },
      acceptPartner: {
        summary: "Accept an operator's new parties or name",
        description:
          "Each party comes with the locations under it. CONFLICT: it does not wait, or it belongs to another registered operator.",
      },
      removePartner: {
        summary: "End an operator's registration",
        description:
          "At both sides; its locations are closed. CONFLICT while charging sessions are under way or wait for their CDRs; with `force` those are stopped, and billed a day later by what is known.",
      },
    },
  ),
  ...describeRoutes(
    vehicles,
    { driver: "Vehicles", backOffice: "Back office: content" },
    {
      listVehicles: "List the driver's vehicles",
      addVehicle: "Add a vehicle",
      getVehicle: "Get a vehicle",
      updateVehicle: "Change a vehicle",
      deleteVehicle: "Delete a vehicle",
      listModelsByType: "List models of a type of vehicle",
      searchModels: {
        summary: "Search the catalogue",
        description: "Of a make, or of all; `search` finds words of make and model.",
      },
      getModels: {
        summary: "Get the models of a make whose names begin so",
        description: "`Tata` and `Nexon EV` answer each of its batteries.",
      },
      listOptions: "List the choices of a picker",
      listOptionsOf: {
        summary: "List the choices of a picker that follows another",
        description: "`make` of a type of vehicle, `model` of a make.",
      },
      listCatalogue: "List the catalogue",
      putModel: {
        summary: "Write a model",
        description: "The catalogue of a later release does not overwrite it.",
      },
      removeModel: {
        summary: "Remove a model",
        description: "Drivers' vehicles stay as they are.",
      },
    },
  ),
];
