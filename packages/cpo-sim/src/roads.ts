export { cities, type City } from "./catalogue/cities.ts";
export { highwayLine } from "./catalogue/highway-line.ts";
export { highways, type Highway } from "./catalogue/highways.ts";
