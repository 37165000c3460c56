import type { Vehicle, VehicleModel } from "@voltmarg/contract";
import { unitCopy } from "../../ui/copy.ts";
import { Suspense, useState } from "react";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Switch } from "../../ui/Choice.tsx";
import { FormScreen } from "../../ui/FormScreen.tsx";
import { Banner } from "../../ui/Message.tsx";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { useBack } from "../../ui/Screen.tsx";
import { SelectField, TextField } from "../../ui/TextField.tsx";
import { showToast } from "../../ui/toast.ts";
import { notStated } from "./catalogue/not-stated.ts";
import { useSaveVehicle } from "./change-vehicles.ts";
import { vehicleCopy as copy } from "./copy.ts";
import { VehicleArt } from "./VehicleArt.tsx";
import {
  bodyOf,
  checkForm,
  type Kind,
  nameOf,
  plate,
  refusedFields,
  type VehicleErrors,
  type VehicleForm,
  withModel,
} from "./vehicle-form.ts";
import "./vehicles.css";

const VehicleDialog = lazyNamed(() => import("./VehicleDialog.tsx"), "VehicleDialog");
const kinds: { kind: Kind; width: number }[] = [
  { kind: "TWO_WHEELER", width: 64 },
  { kind: "THREE_WHEELER", width: 56 },
  { kind: "FOUR_WHEELER", width: 92 },
];

export function VehicleEditor({
  vehicle,
  models,
  modelsFailed,
  start,
}: {
  vehicle: Vehicle | undefined;
  models: VehicleModel[];
  modelsFailed: boolean;
  start: VehicleForm;
}) {
  const [form, setForm] = useState<VehicleForm>(
    modelsFailed && start.picked === "" ? { ...start, picked: "other" } : start,
  );
  const [deleting, setDeleting] = useState(false);
  const save = useSaveVehicle();
  const goBack = useBack(paths.myVehicle);
  const refused = refusedFields(save.error);
  const change = (part: Partial<VehicleForm>) => setForm((before) => ({ ...before, ...part }));
  const unstated: Partial<Record<keyof VehicleForm, string>> = notStated(form, models);
  const ofKind = models.filter((model) => model.vehicle_type === form.kind);
  const makes = [...new Set(ofKind.map((model) => model.make))].sort();

  function pick(name: string) {
    const model = ofKind.find((known) => nameOf(known) === name);
    if (model) setForm((before) => withModel(before, model));
    else change({ picked: name, ...(name === "other" ? { make: "", model: "" } : {}) });
  }

  function submit() {
    save.mutate(
      { id: vehicle?.id, body: bodyOf(form) },
      {
        onSuccess: (saved) => {
          showToast(copy.saved(nameOf(saved)));
          goBack();
        },
      },
    );
  }

  const numberField = (
    shown: VehicleErrors,
    field: "battery" | "range" | "dc" | "ac",
    label: string,
    unit: string,
  ) => (
    <TextField
      className="f num"
      label={label}
      unit={unit}
      inputMode="decimal"
      maxLength={7}
      value={form[field]}
      error={shown[field] ?? refused[field]}
      help={unstated[field]}
      onChange={(event) => change({ [field]: event.target.value })}
    />
  );

  return (
    <>
      <FormScreen
        title={vehicle ? copy.editTitle : copy.addTitle}
        className="av"
        submit={copy.save}
        busy={save.isPending && copy.saving}
        errors={checkForm(form)}
        refusal={save.error}
        onSubmit={submit}
        below={
          vehicle ? (
            <Button kind="danger-quiet" small onClick={() => setDeleting(true)}>
              {copy.deleteConfirm}
            </Button>
          ) : null
        }
      >
        {(shown) => (
          <>
            <fieldset>
              <legend className="sr-only">{copy.kind}</legend>
              <div className="kinds">
                {kinds.map(({ kind, width }) => (
                  <label key={kind} className={`kind${form.kind === kind ? " is-on" : ""}`}>
                    <input
                      className="sr-only"
                      type="radio"
                      name="kind"
                      checked={form.kind === kind}
                      onChange={() =>
                        change({ kind, ...(form.picked === "other" ? {} : { picked: "" }) })
                      }
                    />
                    <VehicleArt kind={kind} width={width} />
                    {copy.kinds[kind]}
                  </label>
                ))}
              </div>
            </fieldset>
            {modelsFailed ? (
              <Banner kind="info" className="f">
                {copy.modelsFailed}
              </Banner>
            ) : (
              <SelectField
                className="f"
                label={copy.makeAndModel}
                value={form.picked}
                error={shown.picked ?? (form.picked === "other" ? undefined : refused.model)}
                onChange={(event) => pick(event.target.value)}
              >
                <option value="" disabled>
                  {copy.choose}
                </option>
                {makes.map((make) => (
                  <optgroup key={make} label={make}>
                    {ofKind
                      .filter((model) => model.make === make)
                      .map((model) => (
                        <option key={nameOf(model)} value={nameOf(model)}>
                          {nameOf(model)}
                        </option>
                      ))}
                  </optgroup>
                ))}
                <option value="other">{copy.otherModel}</option>
              </SelectField>
            )}
            {form.picked === "other" ? (
              <div className="two">
                <TextField
                  className="f"
                  label={copy.make}
                  maxLength={60}
                  value={form.make}
                  error={shown.make ?? refused.make}
                  onChange={(event) => change({ make: event.target.value })}
                />
                <TextField
                  className="f"
                  label={copy.model}
                  maxLength={60}
                  value={form.model}
                  error={shown.model ?? refused.model}
                  onChange={(event) => change({ model: event.target.value })}
                />
              </div>
            ) : null}
            <TextField
              className="f num"
              label={copy.registration}
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={16}
              placeholder={copy.registrationExample}
              value={form.registration}
              error={shown.registration ?? refused.registration}
              onChange={(event) => change({ registration: event.target.value.toUpperCase() })}
              onBlur={() => change({ registration: plate(form.registration) })}
            />
            <div className="two">
              {numberField(shown, "battery", copy.battery, "kWh")}
              {numberField(shown, "range", copy.range, unitCopy.km)}
              {numberField(shown, "dc", copy.dc, "kW")}
              {numberField(shown, "ac", copy.ac, "kW")}
            </div>
            <p className="help">{copy.powerHelp}</p>
            <div className="row use">
              <span className="body">
                <span className="title--m">{copy.isPrimary}</span>
                {start.primary ? <span className="sub ink2">{copy.isPrimaryHelp}</span> : null}
              </span>
              {start.primary ? null : (
                <Switch
                  label={copy.isPrimary}
                  on={form.primary}
                  onChange={(primary) => change({ primary })}
                />
              )}
            </div>
          </>
        )}
      </FormScreen>
      {vehicle && deleting ? (
        <Suspense fallback={null}>
          <VehicleDialog
            vehicle={vehicle}
            askDelete
            onClose={() => setDeleting(false)}
            onDeleted={goBack}
          />
        </Suspense>
      ) : null}
    </>
  );
}
