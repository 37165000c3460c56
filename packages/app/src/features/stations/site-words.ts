/** OCPI's facilities in a driver's words; what is not among them is not shown. */
const FACILITIES: Record<string, string> = {
  HOTEL: "Hotel",
  RESTAURANT: "Restaurant",
  CAFE: "Café",
  MALL: "Mall",
  SUPERMARKET: "Supermarket",
  SPORT: "Sports ground",
  RECREATION_AREA: "Park",
  NATURE: "Nature",
  MUSEUM: "Museum",
  BIKE_SHARING: "Bicycles to rent",
  BUS_STOP: "Bus stop",
  TAXI_STAND: "Taxi stand",
  TRAM_STOP: "Tram stop",
  METRO_STATION: "Metro station",
  TRAIN_STATION: "Railway station",
  AIRPORT: "Airport",
  PARKING_LOT: "Car park",
  CARPOOL_PARKING: "Car pool parking",
  FUEL_STATION: "Petrol pump",
  WIFI: "Wi-Fi",
};

export const facilityWords = (facilities: readonly string[]): string[] =>
  facilities.flatMap((one) => FACILITIES[one] ?? []);
