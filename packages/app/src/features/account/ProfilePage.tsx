import { LockSimple } from "@phosphor-icons/react/dist/csr/LockSimple";
import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useSearchParams } from "../../ui/router.tsx";
import { setUser, useUser } from "../../api/account/account.ts";
import { call } from "../../api/http/call.ts";
import { updateUser } from "../../api/http/endpoints/account.ts";
import { fieldError } from "../../api/http/refusal.ts";
import { readTheme, type Theme } from "../../native/storage.ts";
import { applyTheme } from "../../native/theme.ts";
import { Button } from "../../ui/Button.tsx";
import { Segment } from "../../ui/Choice.tsx";
import { FormScreen } from "../../ui/FormScreen.tsx";
import { LanguageField } from "../../ui/LanguageSelect.tsx";
import { mobile } from "../../ui/format.ts";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { type MessageStay, readMessageStay, writeMessageStay } from "../../ui/message-stay.ts";
import { TextField } from "../../ui/TextField.tsx";
import { showToast } from "../../ui/toast.ts";
import { profileCopy as copy } from "./copy.ts";
import { BusinessFields } from "./BusinessFields.tsx";
import { ProfileHead } from "./ProfileHead.tsx";
import { SignInLinks } from "./SignInLinks.tsx";
import {
  checkProfile,
  lacksAddress,
  profileFormOf,
  profileOf,
  type ProfileForm,
} from "./profile-form.ts";
import "./profile.css";

const DevicesScreen = lazyNamed(() => import("./DevicesScreen.tsx"), "DevicesScreen");
const PasskeysScreen = lazyNamed(() => import("./PasskeysScreen.tsx"), "PasskeysScreen");
const DeactivateDialog = lazyNamed(() => import("./DeactivateDialog.tsx"), "DeactivateDialog");

const stays: readonly MessageStay[] = ["usual", "longer", "closed"];
const themes: readonly Theme[] = ["system", "light", "dark"];

/** The profile; with `?view=devices` or `?view=passkeys` what one signs in with. */
export default function ProfilePage() {
  const view = useSearchParams()[0].get("view");
  const Part = view === "devices" ? DevicesScreen : view === "passkeys" ? PasskeysScreen : Profile;
  return (
    <Suspense fallback={null}>
      <Part />
    </Suspense>
  );
}

function Profile() {
  const user = useUser();
  const [form, setForm] = useState(() => profileFormOf(user));
  const [theme, setTheme] = useState(readTheme);
  const [stay, setStay] = useState(readMessageStay);
  const [closing, setClosing] = useState(false);
  const change = (part: Partial<ProfileForm>) => setForm((before) => ({ ...before, ...part }));

  const save = useMutation({
    mutationFn: async () =>
      (await call(updateUser, { params: { id: user.id }, body: profileOf(form) })).data,
    onSuccess: (saved) => {
      setUser(saved);
      showToast(copy.saved);
    },
  });

  return (
    <>
      <FormScreen
        title={copy.title}
        className="pf"
        submit={copy.save}
        busy={save.isPending && copy.saving}
        errors={checkProfile(form, user)}
        refusal={save.error}
        onSubmit={() => save.mutate()}
        below={
          <Button
            kind="danger-quiet"
            className="deactivate"
            aria-haspopup="dialog"
            onClick={() => setClosing(true)}
          >
            {copy.deactivate}
          </Button>
        }
      >
        {(shown) => (
          <>
            <ProfileHead />
            <TextField
              className="f"
              label={copy.name}
              autoComplete="name"
              maxLength={80}
              value={form.name}
              error={shown.name ?? fieldError(save.error, "name")}
              onChange={(event) => change({ name: event.target.value })}
            />
            <TextField
              className="f"
              label={copy.email}
              type="email"
              inputMode="email"
              autoComplete="email"
              maxLength={254}
              value={form.email}
              help={copy.emailHelp}
              error={shown.email ?? fieldError(save.error, "email")}
              onChange={(event) => change({ email: event.target.value })}
            />
            <TextField
              className="f num"
              label={copy.gstIn}
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={15}
              placeholder={copy.gstInExample}
              value={form.gstIn}
              error={shown.gstIn ?? fieldError(save.error, "gst_in")}
              onChange={(event) => change({ gstIn: event.target.value.toUpperCase() })}
            />
            {form.gstIn.trim() ? (
              <BusinessFields
                form={form}
                lacking={lacksAddress(user)}
                shown={shown}
                refusal={save.error}
                onChange={change}
              />
            ) : null}
            <TextField
              className="f num"
              label={copy.mobile}
              lead={<LockSimple size={20} weight="bold" aria-hidden="true" />}
              readOnly
              value={mobile(user.mobile)}
            />
            <div className="f">
              <Segment
                label={copy.appearance}
                showLabel
                value={theme}
                options={themes.map((value) => ({ value, label: copy.themes[value] }))}
                onChange={(chosen) => {
                  setTheme(chosen);
                  applyTheme(chosen);
                }}
              />
            </div>
            <div className="f">
              <Segment
                label={copy.messages}
                showLabel
                value={stay}
                options={stays.map((value) => ({ value, label: copy.stays[value] }))}
                onChange={(chosen) => {
                  setStay(chosen);
                  writeMessageStay(chosen);
                }}
              />
            </div>
            <LanguageField className="f" />
            <SignInLinks />
          </>
        )}
      </FormScreen>
      {closing ? (
        <Suspense fallback={null}>
          <DeactivateDialog onClose={() => setClosing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
