import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useConfig } from "../../api/queries/config.ts";
import { sentence } from "../../api/http/refusal.ts";
import { Button } from "../../ui/Button.tsx";
import { showToast } from "../../ui/toast.ts";
import { signInCopy as copy } from "./copy.ts";
import { comeBack, forgetLink, leaveFor, returned, useLink, useReturning } from "./social.ts";

/** The providers of the configuration, and what came of one: nothing when there are none. */
export function SocialSignIn() {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const providers = useConfig().data?.social ?? [];
  const link = useLink();
  const returning = useReturning();
  const [busy, setBusy] = useState<string>();

  useEffect(() => {
    const brought = returned(hash);
    if (!brought) return;
    // A ticket is good once: a reload must not try it again.
    void navigate({ search, hash: "" }, { replace: true });
    void comeBack(brought);
  }, [hash, search, navigate]);

  if (link)
    return (
      <output className="ink2 social">
        {copy.socialNumber(link.provider, link.name)}{" "}
        <button type="button" className="textlink" onClick={forgetLink}>
          {copy.socialForget}
        </button>
      </output>
    );
  if (returning) return <output className="ink2 social">{`${copy.signingIn}…`}</output>;
  return providers.map((provider) => (
    <Button
      key={provider.id}
      kind="outline"
      small
      className="social"
      busy={busy === provider.id && copy.signingIn}
      onClick={() => {
        setBusy(provider.id);
        leaveFor(provider).catch((refusal: unknown) => {
          setBusy(undefined);
          showToast(sentence(refusal), "error");
        });
      }}
    >
      {copy.socialWith(provider.name)}
    </Button>
  ));
}
