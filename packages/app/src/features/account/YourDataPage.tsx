import { ChatText } from "@phosphor-icons/react/dist/csr/ChatText";
import { CarProfile } from "@phosphor-icons/react/dist/csr/CarProfile";
import { FileText } from "@phosphor-icons/react/dist/csr/FileText";
import { Scales } from "@phosphor-icons/react/dist/csr/Scales";
import { User } from "@phosphor-icons/react/dist/csr/User";
import { useMutation } from "@tanstack/react-query";
import type { Consent } from "@voltmarg/contract";
import { INDIA_ZONE } from "@voltmarg/rules";
import { type ReactNode, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { useUser } from "../../api/account/account.ts";
import { download } from "../../api/http/call.ts";
import { exportOwnData } from "../../api/http/endpoints/privacy.ts";
import { sentence } from "../../api/http/refusal.ts";
import { useConsent, useGiveConsent } from "../../api/queries/privacy.ts";
import { saveFile } from "../../native/files.ts";
import { paths } from "../../paths.ts";
import type { Agreeing } from "../../privacy/Agree.tsx";
import { noticeCopy } from "../../privacy/copy.ts";
import { Notice } from "../../privacy/Notice.tsx";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { mobile, when } from "../../ui/format.ts";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { LinkRow } from "../../ui/LinkRow.tsx";
import { Banner, LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { useSearchParams } from "../../ui/router.tsx";
import { Screen, useBack } from "../../ui/Screen.tsx";
import { showToast } from "../../ui/toast.ts";
import { CompanySees } from "./CompanySees.tsx";
import { NomineeForm } from "./NomineeForm.tsx";
import { yourDataCopy as copy } from "./your-data-copy.ts";
import "../../privacy/notice.css";
import "./profile.css";

const DeactivateDialog = lazyNamed(() => import("./DeactivateDialog.tsx"), "DeactivateDialog");

/** A driver's rights over their data, each as easy as agreeing was; with `?view=notice` the notice to agree to. */
export default function YourDataPage() {
  const isNotice = useSearchParams()[0].get("view") === "notice";
  const back = useBack(isNotice ? paths.yourData : paths.profile);
  const consent = useConsent();
  return (
    <Screen
      title={isNotice ? noticeCopy.title : copy.title}
      onBack={back}
      text={isNotice}
      className={isNotice ? "notice-page" : "pf your-data"}
    >
      {consent.data ? (
        isNotice ? (
          <NewNotice isDue={consent.data.is_due} />
        ) : (
          <Rights consent={consent.data} />
        )
      ) : consent.isError ? (
        <LoadError
          title={copy.failed}
          error={consent.error}
          onRetry={() => void consent.refetch()}
        />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Screen>
  );
}

function NewNotice({ isDue }: { isDue: boolean }) {
  const give = useGiveConsent();
  const navigate = useNavigate();
  const onAgree: Agreeing["onAgree"] = (agreed) =>
    give.mutate(agreed, {
      onSuccess: () => {
        showToast(copy.agreed);
        void navigate(paths.yourData, { replace: true });
      },
    });
  return (
    <Notice
      {...(isDue && { agreeing: { isBusy: give.isPending, refusal: give.error, onAgree } })}
    />
  );
}

function Rights({ consent }: { consent: Consent }) {
  const user = useUser();
  const [closing, setClosing] = useState(false);
  const exporting = useMutation({
    mutationFn: async () =>
      download(
        exportOwnData,
        { params: { userId: user.id } },
        { "Content-Type": "application/json" },
      ),
    onSuccess: (file) => {
      saveFile(file, `voltmarg-${user.id}.json`);
      showToast(copy.downloaded);
    },
    onError: (error) => showToast(sentence(error), "error"),
  });
  const { given } = consent;
  return (
    <>
      {consent.is_due ? (
        <Banner kind="warn" title={given ? copy.dueTitle : copy.notGiven}>
          <ButtonLink kind="secondary" small to={paths.newNotice}>
            {copy.read}
          </ButtonLink>
        </Banner>
      ) : null}
      <Part id="see" title={copy.see}>
        <ul className="rows">
          <li>
            <LinkRow
              to={paths.newNotice}
              icon={icon(FileText)}
              name={copy.notice}
              text={copy.noticeText}
            />
          </li>
          <li>
            <LinkRow
              to={paths.profile}
              icon={icon(User)}
              name={user.name ?? mobile(user.mobile)}
              text={copy.profile}
            />
          </li>
          <li>
            <LinkRow
              to={paths.myVehicle}
              icon={icon(CarProfile)}
              name={copy.vehicles}
              text={copy.vehiclesText}
            />
          </li>
        </ul>
        <p className="ink2">{copy.downloadText}</p>
        <Button
          kind="secondary"
          busy={exporting.isPending && copy.downloading}
          onClick={() => exporting.mutate()}
        >
          {copy.download}
        </Button>
      </Part>
      <Part id="nominee" title={copy.nominee}>
        <p className="ink2">{copy.nomineeText}</p>
        <NomineeForm nominee={consent.nominee} />
      </Part>
      {user.company_id === null ? null : (
        <Part id="company" title={copy.company}>
          <CompanySees />
        </Part>
      )}
      <Part id="complain" title={copy.complain}>
        <ul className="rows">
          <li>
            <LinkRow
              to={paths.createTicket}
              icon={icon(ChatText)}
              name={copy.ticket}
              text={copy.ticketText}
            />
          </li>
          <li>
            <LinkRow
              to={paths.legal}
              icon={icon(Scales)}
              name={copy.officer}
              text={copy.officerText}
            />
          </li>
        </ul>
        <p className="ink2">{copy.board}</p>
      </Part>
      <Part id="consent" title={copy.consent}>
        <p className="num">
          {given
            ? copy.given(given.version, when(given.given_at, INDIA_ZONE).fullDate)
            : copy.notGiven}
        </p>
        <p className="ink2">{copy.withdrawText}</p>
        <Button kind="danger-quiet" aria-haspopup="dialog" onClick={() => setClosing(true)}>
          {copy.withdraw}
        </Button>
        <p className="ink2">{copy.eraseText}</p>
        <Button kind="danger-quiet" aria-haspopup="dialog" onClick={() => setClosing(true)}>
          {copy.erase}
        </Button>
      </Part>
      {closing ? (
        <Suspense fallback={null}>
          <DeactivateDialog onClose={() => setClosing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

const icon = (Icon: typeof User) => <Icon size={26} aria-hidden="true" />;

const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className="pf-links" aria-labelledby={id}>
    <h2 className="t3" id={id}>
      {title}
    </h2>
    {children}
  </section>
);
