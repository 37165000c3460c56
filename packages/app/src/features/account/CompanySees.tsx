import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { setUser, useUser } from "../../api/account/account.ts";
import { call } from "../../api/http/call.ts";
import { leaveCompany } from "../../api/http/endpoints/account.ts";
import { sentence } from "../../api/http/refusal.ts";
import { noticeCopy } from "../../privacy/copy.ts";
import { Button } from "../../ui/Button.tsx";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { showToast } from "../../ui/toast.ts";
import { yourDataCopy as copy } from "./your-data-copy.ts";

const ConfirmDialog = lazyNamed(() => import("./ConfirmDialog.tsx"), "ConfirmDialog");

/** What the company that pays sees of the driver, and the way out. */
export function CompanySees() {
  const { id: userId } = useUser();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const leave = useMutation({
    mutationFn: () => call(leaveCompany, { params: { userId } }),
    onSuccess: async ({ data }) => {
      setAsking(false);
      setUser(data);
      showToast(copy.leftCompany);
      await queryClient.invalidateQueries();
    },
    onError: (error) => showToast(sentence(error), "error"),
  });
  return (
    <>
      <p>{noticeCopy.companySees}</p>
      <p className="ink2">{copy.companyLeave}</p>
      <Button kind="danger-quiet" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {copy.leaveCompany}
      </Button>
      {asking ? (
        <Suspense fallback={null}>
          <ConfirmDialog
            title={copy.leaveTitle}
            text={copy.companyLeave}
            keep={copy.stay}
            go={copy.leaveCompany}
            busy={leave.isPending && copy.leaving}
            onGo={() => leave.mutate()}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
