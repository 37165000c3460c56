/** One file to load for both: each more would move what screens share. */
export { CheckInDialog } from "./CheckInDialog.tsx";
export { OneCheckInDialog } from "./OneCheckInDialog.tsx";
