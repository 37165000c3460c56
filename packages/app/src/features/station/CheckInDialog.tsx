import type { CheckIn, Location } from "@voltmarg/contract";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, Suspense, useId, useState } from "react";
import { useUser } from "../../api/account/account.ts";
import { call } from "../../api/http/call.ts";
import { checkIn } from "../../api/http/endpoints/check-ins.ts";
import { sentence } from "../../api/http/refusal.ts";
import { uploadImage } from "../../api/http/upload.ts";
import { keys } from "../../api/queries/keys.ts";
import { queryClient } from "../../api/queries/query-client.ts";
import { chargerName } from "../../locations/plugs.ts";
import { locate } from "../../locations/use-locate.ts";
import { imageToSend } from "../../native/pick-image.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { Banner } from "../../ui/Message.tsx";
import { SelectField, TextArea } from "../../ui/TextField.tsx";
import { showToast } from "../../ui/toast.ts";
import { useOnline } from "../../ui/use-online.ts";
import { checkInCopy as copy } from "./check-in-copy.ts";

const ImageChooser = lazyNamed(() => import("../../ui/ImageChooser.tsx"), "ImageChooser");

type Said = "WORKED" | NonNullable<CheckIn["reason"]>;
const reasons = Object.keys(copy.reasons) as NonNullable<CheckIn["reason"]>[];
/** As the contract has it. */
const MOST_TEXT = 300;
/** More than this is not kept by the service, px. */
const LONGEST_SIDE = 1280;

/** A driver says whether charging works; what was written stays when it could not be sent. */
export function CheckInDialog({ location, onClose }: { location: Location; onClose: () => void }) {
  const userId = useUser().id;
  const online = useOnline();
  const [works, setWorks] = useState<boolean | null>(null);
  const [reason, setReason] = useState<CheckIn["reason"]>(null);
  const [missing, setMissing] = useState(false);
  const [evse, setEvse] = useState("");
  const [text, setText] = useState("");
  const [choosing, setChoosing] = useState(false);
  const name = useId();
  const said: Said | null = works ? "WORKED" : works === false ? reason : null;
  const photo = useMutation({
    mutationFn: async (file: File) => {
      const image = await imageToSend(file, LONGEST_SIDE);
      return (await uploadImage(image, { category: "CHECK_IN", userId })).id;
    },
  });
  const send = useMutation({
    mutationFn: async (what: Said) => {
      const me = await locate().catch(() => null);
      return call(checkIn, {
        params: { id: location.id },
        body: {
          worked: what === "WORKED",
          reason: what === "WORKED" ? null : what,
          evse_uid: evse || null,
          text,
          photo_id: photo.data ?? null,
          position: me && { latitude: me.lat, longitude: me.lon },
        },
      });
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: keys.checkIns(location.id) });
      void queryClient.invalidateQueries({ queryKey: keys.location(location.id) });
      showToast(copy.sent);
      onClose();
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    setMissing(said === null);
    if (said && online && !photo.isPending) send.mutate(said);
  }

  const radio = (label: string, on: boolean, group: string, choose: () => void) => (
    <label key={label} className="problem-kind">
      <input
        type="radio"
        className="sr-only"
        name={`${name}-${group}`}
        checked={on}
        onChange={() => {
          choose();
          setMissing(false);
        }}
      />
      <span className={`radio${on ? " is-on" : ""}`} />
      {label}
    </label>
  );

  return (
    <Dialog title={copy.sayTitle} onClose={() => send.isPending || onClose()}>
      <form className="problem" noValidate onSubmit={submit}>
        <fieldset aria-describedby={missing ? `${name}-missing` : undefined}>
          <legend className="sr-only">{copy.sayTitle}</legend>
          {radio(copy.yes, works === true, "works", () => setWorks(true))}
          {radio(copy.no, works === false, "works", () => setWorks(false))}
        </fieldset>
        {works === false ? (
          <fieldset>
            <legend className="label">{copy.why}</legend>
            {reasons.map((one) =>
              radio(copy.reasons[one], reason === one, "why", () => setReason(one)),
            )}
          </fieldset>
        ) : null}
        {missing ? (
          <p className="help err" id={`${name}-missing`} role="alert">
            {copy.choose}
          </p>
        ) : null}
        {location.evses.length > 1 ? (
          <SelectField
            label={copy.where}
            value={evse}
            onChange={({ target }) => setEvse(target.value)}
          >
            <option value="">{copy.wholeStation}</option>
            {location.evses.map((each) => (
              <option key={each.uid} value={each.uid}>
                {chargerName(each)}
              </option>
            ))}
          </SelectField>
        ) : null}
        <TextArea
          label={copy.text}
          help={copy.textHelp}
          rows={2}
          maxLength={MOST_TEXT}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {photo.data ? <output className="sub">{copy.photoAdded}</output> : null}
        <Button
          kind="secondary"
          small
          busy={photo.isPending && copy.uploading}
          onClick={() => (photo.data ? photo.reset() : setChoosing(true))}
        >
          {photo.data ? copy.removePhoto : copy.addPhoto}
        </Button>
        {online ? null : <Banner kind="warn">{copy.offline}</Banner>}
        {photo.isError ? <Banner kind="err">{sentence(photo.error)}</Banner> : null}
        {send.isError ? <Banner kind="err">{sentence(send.error)}</Banner> : null}
        <Button type="submit" busy={send.isPending && copy.sending}>
          {copy.send}
        </Button>
      </form>
      {choosing ? (
        <Suspense fallback={null}>
          <ImageChooser
            onPicked={(file) => photo.mutate(file)}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </Dialog>
  );
}
