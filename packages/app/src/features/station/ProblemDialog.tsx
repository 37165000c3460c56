import type { Location, StationProblem } from "@voltmarg/contract";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useUser } from "../../api/account/account.ts";
import { call } from "../../api/http/call.ts";
import { reportStationProblem } from "../../api/http/endpoints/locations.ts";
import { sentence } from "../../api/http/refusal.ts";
import { Button } from "../../ui/Button.tsx";
import { CallLink } from "../../ui/CallLink.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Banner } from "../../ui/Message.tsx";
import { SelectField } from "../../ui/TextField.tsx";
import { useOnline } from "../../ui/use-online.ts";
import { chargerName, type Plug, plugsOf } from "../../locations/plugs.ts";
import { stationCopy as copy } from "./copy.ts";
import { siteCopy } from "./site-copy.ts";
import { firstPhone } from "./StationPhones.tsx";

type Kind = StationProblem["kind"];
const kinds = Object.keys(copy.reportKinds) as Kind[];
/** As the contract has it. */
const MOST_TEXT = 1000;

/** A driver says what is wrong at a station; what was written stays when it could not be sent. */
export function ProblemDialog({
  location,
  plug,
  onClose,
}: {
  location: Location;
  /** The plug looked at: a problem is likeliest there. */
  plug: Plug | null;
  onClose: () => void;
}) {
  const userId = useUser().id;
  const online = useOnline();
  const [kind, setKind] = useState<Kind | null>(null);
  const [missing, setMissing] = useState(false);
  const name = useId();
  const phone = firstPhone(location);
  const evses = [...new Set(plugsOf(location).map(({ evse }) => evse))];
  const report = useMutation({
    mutationFn: (said: { evseUid: string; text: string; kind: Kind }) =>
      call(reportStationProblem, {
        params: { userId },
        body: {
          location_id: location.id,
          evse_uid: said.evseUid || null,
          kind: said.kind,
          text: said.text,
        },
      }),
  });

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (field: string) => {
      const value = form.get(field);
      return typeof value === "string" ? value : "";
    };
    setMissing(kind === null);
    if (kind && online) report.mutate({ evseUid: text("evse"), text: text("text"), kind });
  }

  if (report.isSuccess)
    return (
      <Dialog title={copy.reportedTitle} onClose={onClose} closeButton={false}>
        <output className="ink2 dialog-text reported">{copy.reportedText}</output>
        <div className="wait-action">
          <Button onClick={onClose}>{copy.done}</Button>
        </div>
      </Dialog>
    );

  return (
    <Dialog title={copy.reportTitle} onClose={() => report.isPending || onClose()}>
      <form className="problem" noValidate onSubmit={send}>
        <SelectField label={copy.reportWhere} name="evse" defaultValue={plug?.evse.uid ?? ""}>
          <option value="">{copy.wholeStation}</option>
          {evses.map((evse) => (
            <option key={evse.uid} value={evse.uid}>
              {chargerName(evse)}
            </option>
          ))}
        </SelectField>
        <fieldset aria-describedby={missing ? `${name}-missing` : undefined}>
          <legend className="label">{copy.reportWhat}</legend>
          {kinds.map((one) => (
            <label key={one} className="problem-kind">
              <input
                type="radio"
                className="sr-only"
                name={name}
                checked={kind === one}
                onChange={() => {
                  setKind(one);
                  setMissing(false);
                }}
              />
              <span className={`radio${kind === one ? " is-on" : ""}`} />
              {copy.reportKinds[one]}
            </label>
          ))}
          {missing ? (
            <p className="help err" id={`${name}-missing`} role="alert">
              {copy.reportChoose}
            </p>
          ) : null}
        </fieldset>
        {phone ? (
          <p className="sub ink2">
            {siteCopy.reportCall} <CallLink name={location.operator.name} phone={phone} />
          </p>
        ) : null}
        {kind === "UNSAFE" ? <Banner kind="warn">{copy.reportUnsafe}</Banner> : null}
        <div>
          <label className="label" htmlFor={`${name}-text`}>
            {copy.reportText}
          </label>
          <div className="field problem-text">
            <textarea id={`${name}-text`} name="text" rows={3} maxLength={MOST_TEXT} />
          </div>
        </div>
        {online ? null : <Banner kind="warn">{copy.reportOffline}</Banner>}
        {report.isError ? <Banner kind="err">{sentence(report.error)}</Banner> : null}
        <Button type="submit" busy={report.isPending && copy.sending}>
          {copy.send}
        </Button>
      </form>
    </Dialog>
  );
}
