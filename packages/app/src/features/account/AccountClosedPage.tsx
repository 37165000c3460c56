import type { Closure } from "@voltmarg/contract";
import { useEffect } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import { loadAccount } from "../../api/account/account.ts";
import { useConfig } from "../../api/queries/config.ts";
import { wipePersonal } from "../../native/storage.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { emptyStone } from "../../ui/drawings/empty-stone.ts";
import { Drawing } from "../../ui/Drawing.tsx";
import { inr } from "../../ui/format.ts";
import { withIndexKeys } from "../../ui/with-index-keys.ts";
import { Screen } from "../../ui/Screen.tsx";
import { profileCopy as copy } from "./copy.ts";
import { refundedTo } from "./refunded-to.ts";
import "./profile.css";

/** What becomes of the money. Whoever reads it is signed out: the service has ended every sign-in. */
export default function AccountClosedPage() {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { closure?: Closure; leaving?: boolean } | null };
  const leaving = state?.leaving === true;
  const closure = state?.closure;
  const config = useConfig().data;
  useEffect(() => {
    if (!leaving || !closure) return;
    wipePersonal();
    void loadAccount();
    // Once: a later driver who comes past this page by Back stays signed in.
    void navigate(paths.accountClosed, { replace: true, state: { closure } });
  }, [leaving, closure, navigate]);

  if (!closure) return <Navigate to={paths.tabs} replace />;
  const nothing = closure.refunding_minor + closure.held_minor + closure.not_covered_minor === 0;
  return (
    <Screen
      title={copy.closedTitle}
      onBack={false}
      footer={
        <ButtonLink to={paths.login} replace>
          {copy.toLogin}
        </ButtonLink>
      }
    >
      <output className="closed num">
        <Drawing svg={emptyStone("✓")} className="art" />
        {closure.refunding_minor > 0 ? (
          <>
            <p className="t3">{copy.closedRefunding(inr(closure.refunding_minor))}</p>
            <ul>
              {withIndexKeys(closure.refunding_to).map(({ key, amount_minor, to }) => (
                <li key={key}>{refundedTo(amount_minor, to)}</li>
              ))}
            </ul>
          </>
        ) : null}
        {nothing ? <p className="t3">{copy.closedNothing}</p> : null}
        {closure.held_minor > 0 ? <p>{copy.closedHeld(inr(closure.held_minor))}</p> : null}
        {closure.not_covered_minor > 0 ? (
          <p>
            {copy.closedNotCovered(inr(closure.not_covered_minor))}{" "}
            {config ? (
              <a className="textlink" href={`mailto:${config.support_email}`}>
                {config.support_email}
              </a>
            ) : null}
          </p>
        ) : null}
        <p className="ink2">{copy.closedAgain}</p>
      </output>
    </Screen>
  );
}
