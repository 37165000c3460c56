import { useSearchParams } from "../../ui/router.tsx";
import { NoticeList } from "./NoticeList.tsx";
import { PreferencesScreen } from "./PreferencesScreen.tsx";
import "./notifications.css";

/** The driver's notifications; with `?view=preferences` how they want to be notified. */
export default function NotificationsPage() {
  return useSearchParams()[0].get("view") === "preferences" ? (
    <PreferencesScreen />
  ) : (
    <NoticeList />
  );
}
