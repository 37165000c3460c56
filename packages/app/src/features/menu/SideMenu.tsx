import type { Session } from "@voltmarg/contract";
export default function SideMenu(_: { sessions: Session[] }) {
  return null;
}
