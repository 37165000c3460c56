import type { Location } from "@voltmarg/contract";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { call } from "../../api/endpoint.ts";
import { searchLocations } from "../../api/endpoints.ts";
import { primaryOf, useVehicles } from "../../api/queries.ts";
import { sentence } from "../../api/refusal.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Banner } from "../../ui/Message.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { readChargerCode } from "./charger-code.ts";
import { copy } from "./copy.ts";
import { StationRow } from "./StationRow.tsx";
import { useNow } from "./use-now.ts";
import { useView } from "./view.ts";
import "./stations.css";

const MOST = 10;

/** Quick start at the charger: its code leads to its station. */
export default function ScanPage() {
  const navigate = useNavigate();
  const now = useNow();
  const me = useView((view) => view.me);
  const camera = useView((view) => view.camera);
  const vehicle = primaryOf(useVehicles().data);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<Location[]>([]);

  async function find(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const typed = new FormData(event.currentTarget).get("code");
    const code = readChargerCode(typeof typed === "string" ? typed : "");
    setFound([]);
    if (!code) return setError(copy.scanEmpty);
    setError(undefined);
    if ("location" in code) return void navigate(paths.station(code.location));
    setBusy(true);
    try {
      const { lat, lon } = me ?? camera;
      const { content } = await call(searchLocations, {
        query: {
          "search-text": code.text,
          latitude: lat,
          longitude: lon,
          distance: 5000,
          page_size: MOST,
          apply_tariff_restrictions: "true",
        },
      });
      if (content.length === 0) setError(copy.scanNotFound);
      else if (content.length === 1) void navigate(paths.station(content[0]!.id));
      else setFound(content);
    } catch (failure) {
      setError(sentence(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <main className="tab-page scan">
      <div className="pagehead">
        <h1 className="t1">{copy.scanTitle}</h1>
        <p className="ink2">{copy.scanHint}</p>
      </div>
      <form className="scan-form pad" noValidate onSubmit={(event) => void find(event)}>
        <TextField
          label={copy.scanLabel}
          name="code"
          className="grow"
          placeholder={copy.scanPlaceholder}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={400}
          error={error}
        />
        <Button type="submit" className="scan-next" busy={busy && copy.looking}>
          {copy.next}
        </Button>
      </form>
      <div className="pad scan-note">
        <Banner kind="info">{copy.scanNote}</Banner>
      </div>
      {found.length > 0 ? (
        <section aria-label={copy.list}>
          <output className="sub ink2 pad">{copy.scanSeveral}</output>
          <ul className="rows stations">
            {found.map((location) => (
              <li key={location.id}>
                <StationRow {...{ location, vehicle, me, now }} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </main>
  );
}
