import type { Location } from "@voltmarg/contract";
import { type FormEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useSearchParams } from "../../ui/router.tsx";
import { primaryOf, useVehicles } from "../../api/queries/vehicles.ts";
import { sentence } from "../../api/http/refusal.ts";
import { buzz } from "../../native/haptics.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { Banner } from "../../ui/Message.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { findCharger } from "./find-charger.ts";
import { ScanView } from "./ScanView.tsx";
import { scanCopy as copy } from "./copy.ts";
import { type ScanWarning, warningFor } from "./scan-warning.ts";
import { useStation } from "../../api/queries/locations.ts";
import { StationRow } from "../../locations/StationRow.tsx";
import { useLocateOnce } from "../../locations/use-locate.ts";
import { useNow } from "../../ui/use-now.ts";
import { useView } from "../../locations/view.ts";
import "../../locations/locations.css";
import "./scan.css";

const WarningDialog = lazyNamed(() => import("./ScanWarningDialog.tsx"), "ScanWarningDialog");

type Doubt = { location: Location; warning: ScanWarning };

/** Why a code leads nowhere. */
const nowhere = ({ host, ubc }: { host: string | null; ubc: string | null }) =>
  ubc ? copy.ubc(ubc) : host ? copy.notOurs(host) : copy.notFound;

/** Quick start at the charger: its QR code, or the code typed, leads to its station. */
export default function ScanPage() {
  const navigate = useNavigate();
  const here = useLocation().pathname === paths.scan;
  const openedId = useSearchParams()[0].get("station");
  useLocateOnce();
  const now = useNow();
  const me = useView((view) => view.me);
  const camera = useView((view) => view.camera);
  const vehicle = primaryOf(useVehicles().data);
  const opened = useStation(here ? openedId : null, me).data;
  const [fieldError, setFieldError] = useState<string>();
  const [trouble, setTrouble] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [several, setSeveral] = useState<Location[]>([]);
  const [doubt, setDoubt] = useState<Doubt | null>(null);
  const [blocked, setBlocked] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const goTo = (location: Location) => {
    setDoubt(null);
    const [evse] = location.evses;
    void navigate(
      evse && location.evses.length === 1
        ? paths.charger(location.id, evse.uid)
        : paths.station(location.id),
    );
  };

  async function look(code: string, typed: boolean): Promise<void> {
    if (busy) return;
    setBusy(true);
    setSeveral([]);
    setFieldError(undefined);
    setTrouble(undefined);
    const say = typed ? setFieldError : setTrouble;
    try {
      const found = await findCharger(code, typed, me ?? camera);
      if (found.kind === "none") say(nowhere(found));
      else if (found.kind === "several") setSeveral(found.locations);
      else {
        const warning = warningFor(found.location, openedId, me);
        if (warning) setDoubt({ location: found.location, warning });
        else goTo(found.location);
      }
    } catch (error) {
      say(sentence(error));
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("code");
    const code = typeof typed === "string" ? typed.trim() : "";
    if (code === "") setFieldError(copy.empty);
    else void look(code, true);
  }

  return (
    <main className="tab-page scan">
      <ScanView
        live={here}
        paused={busy || doubt !== null}
        opened={opened?.name}
        onCode={(code) => {
          buzz(10);
          void look(code, false);
        }}
        onBlocked={(isBlocked) => {
          setBlocked(isBlocked);
          if (isBlocked) field.current?.focus();
        }}
      />
      <div className="scan-panel">
        {trouble ? <Banner kind="err">{trouble}</Banner> : null}
        <form className="scan-form" noValidate onSubmit={submit}>
          <TextField
            ref={field}
            label={blocked ? copy.onlyLabel : copy.label}
            help={copy.labelHelp}
            name="code"
            className="grow"
            placeholder={opened?.evses[0]?.evse_id ?? copy.placeholder}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={2000}
            error={fieldError}
          />
          <Button type="submit" className="scan-next" busy={busy && copy.looking}>
            {copy.next}
          </Button>
        </form>
        {several.length > 0 ? (
          <section aria-label={copy.list}>
            <output className="sub ink2">{copy.several}</output>
            <ul className="rows stations">
              {several.map((location) => (
                <li key={location.id}>
                  <StationRow {...{ location, vehicle, me, now }} />
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
      {doubt ? (
        <WarningDialog
          {...doubt}
          opened={opened?.name}
          onGo={() => goTo(doubt.location)}
          onClose={() => setDoubt(null)}
        />
      ) : null}
    </main>
  );
}
