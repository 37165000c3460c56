import { fieldError } from "../../api/http/refusal.ts";
import { Banner } from "../../ui/Message.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { profileCopy as copy } from "./copy.ts";
import type { ProfileForm } from "./profile-form.ts";

/** Name and address of the business of a GSTIN, as invoices print them. */
export function BusinessFields({
  form,
  lacking,
  shown,
  refusal,
  onChange,
}: {
  form: ProfileForm;
  /** The GSTIN was saved before the app asked for its address, so the address is missing. */
  lacking: boolean;
  shown: Partial<ProfileForm>;
  refusal: unknown;
  onChange: (part: Partial<ProfileForm>) => void;
}) {
  return (
    <>
      {lacking ? (
        <Banner kind="warn" title={copy.businessLacking} className="f">
          {copy.businessLackingText}
        </Banner>
      ) : null}
      <TextField
        className="f"
        label={copy.businessName}
        autoComplete="organization"
        maxLength={100}
        value={form.businessName}
        help={copy.businessNameHelp}
        error={shown.businessName ?? fieldError(refusal, "business_name")}
        onChange={(event) => onChange({ businessName: event.target.value })}
      />
      <TextField
        className="f"
        label={copy.businessAddress}
        autoComplete="street-address"
        maxLength={200}
        value={form.businessAddress}
        error={shown.businessAddress ?? fieldError(refusal, "business_address")}
        onChange={(event) => onChange({ businessAddress: event.target.value })}
      />
      <TextField
        className="f"
        label={copy.businessCity}
        autoComplete="address-level2"
        maxLength={80}
        value={form.businessCity}
        error={shown.businessCity ?? fieldError(refusal, "business_city")}
        onChange={(event) => onChange({ businessCity: event.target.value })}
      />
      <TextField
        className="f num"
        label={copy.businessPin}
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={20}
        value={form.businessPin}
        error={shown.businessPin ?? fieldError(refusal, "business_postal_code")}
        onChange={(event) => onChange({ businessPin: event.target.value })}
      />
    </>
  );
}
