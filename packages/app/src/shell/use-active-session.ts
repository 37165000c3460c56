import { useNavigate } from "react-router";
import { useUser } from "../api/account/account.ts";
import { call } from "../api/http/call.ts";
import { latestSession } from "../api/http/endpoints/sessions.ts";
import { sentence } from "../api/http/refusal.ts";
import { paths } from "../paths.ts";
import { showToast } from "../ui/toast.ts";
import { shellCopy } from "./copy.ts";

/**
 * The 'Active Session' entry: drivers with several charges see the list; others are taken to the one whose update says
 * ACTIVE, or are told that there is none.
 */
export function useActiveSessionEntry(): () => Promise<void> {
  const navigate = useNavigate();
  const user = useUser();
  return async () => {
    if (user.allow_multi_charging) {
      await navigate(paths.ongoing);
      return;
    }
    try {
      const { data } = await call(latestSession, { params: { userId: user.id } });
      if (data?.status === "ACTIVE") await navigate(paths.live(data.id));
      else showToast(shellCopy.noActiveSession, "info");
    } catch (error) {
      showToast(sentence(error), "error");
    }
  };
}
