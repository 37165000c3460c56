import type { Popup } from "../../ui/popups.ts";
export default function Popups(_: { popup: Popup }) {
  return null;
}
