import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Navigate } from "react-router";
import { keys } from "../../api/queries/keys.ts";
import { isRefusal } from "../../api/http/refusal.ts";
import { paths } from "../../paths.ts";
import { noticeCopy as copy } from "../../privacy/copy.ts";
import { Notice } from "../../privacy/Notice.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { agree, useWaitsForConsent } from "./flow.ts";
import "../../privacy/notice.css";

/** The privacy notice, on its own and before there is an account. */
export default function ConsentPage() {
  const waits = useWaitsForConsent();
  const queryClient = useQueryClient();
  const create = useMutation({
    mutationFn: agree,
    onError: (refusal) =>
      // Another version holds since a moment ago.
      isRefusal(refusal, "CONSENT_NEEDED")
        ? queryClient.invalidateQueries({ queryKey: keys.eachPrivacyNotice })
        : undefined,
  });
  if (!waits && !create.isPending) return <Navigate to={paths.login} replace />;
  return (
    <Screen title={copy.title} text className="notice-page">
      <Notice
        agreeing={{ isBusy: create.isPending, refusal: create.error, onAgree: create.mutate }}
      />
    </Screen>
  );
}
