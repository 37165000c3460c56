export { createRatings } from "./create-ratings.ts";
