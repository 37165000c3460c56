import { useSearchParams } from "../../ui/router.tsx";
import { MessagesScreen } from "./MessagesScreen.tsx";
import { NoticeList } from "./NoticeList.tsx";
import { PreferencesScreen } from "./PreferencesScreen.tsx";
import "./notifications.css";

/** The driver's notifications; with `?view=` how they want to be notified, or the messages of this visit. */
export default function NotificationsPage() {
  const view = useSearchParams()[0].get("view");
  if (view === "preferences") return <PreferencesScreen />;
  return view === "messages" ? <MessagesScreen /> : <NoticeList />;
}
