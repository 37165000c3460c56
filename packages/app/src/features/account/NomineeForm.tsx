import type { Consent } from "@voltmarg/contract";
import { useState } from "react";
import { fieldError, sentence } from "../../api/http/refusal.ts";
import { useNominate } from "../../api/queries/privacy.ts";
import { Button } from "../../ui/Button.tsx";
import { Banner } from "../../ui/Message.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { showToast } from "../../ui/toast.ts";
import { yourDataCopy as copy } from "./your-data-copy.ts";

/** Who may use the driver's rights when the driver cannot. */
export function NomineeForm({ nominee }: { nominee: Consent["nominee"] }) {
  const [name, setName] = useState(nominee?.name ?? "");
  const [contact, setContact] = useState(nominee?.contact ?? "");
  const [tried, setTried] = useState(false);
  const nominate = useNominate();
  const nameError = name.trim() ? undefined : copy.nomineeMissing;
  const contactError = contact.trim().length >= 5 ? undefined : copy.contactMissing;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (nameError || contactError || nominate.isPending) return;
        nominate.mutate(
          { name: name.trim(), contact: contact.trim() },
          { onSuccess: () => showToast(copy.nominated) },
        );
      }}
    >
      <TextField
        className="f"
        label={copy.nomineeName}
        autoComplete="off"
        maxLength={80}
        value={name}
        error={(tried && nameError) || fieldError(nominate.error, "nominee.name")}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        className="f"
        label={copy.nomineeContact}
        autoComplete="off"
        maxLength={254}
        value={contact}
        error={(tried && contactError) || fieldError(nominate.error, "nominee.contact")}
        onChange={(event) => setContact(event.target.value)}
      />
      {nominate.isError ? <Banner kind="err">{sentence(nominate.error)}</Banner> : null}
      <div className="dialog-pair">
        {nominee ? (
          <Button
            kind="secondary"
            type="button"
            onClick={() =>
              nominate.mutate(null, {
                onSuccess: () => {
                  setName("");
                  setContact("");
                  setTried(false);
                  showToast(copy.nomineeRemoved);
                },
              })
            }
          >
            {copy.removeNominee}
          </Button>
        ) : null}
        <Button type="submit" kind="secondary" busy={nominate.isPending && copy.saving}>
          {copy.nominate}
        </Button>
      </div>
    </form>
  );
}
