import type { Vehicle, VehicleModel } from "@voltmarg/contract";
import { Suspense, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Switch } from "../../ui/Choice.tsx";
import { unitCopy } from "../../ui/copy.ts";
import { km } from "../../ui/format.ts";
import { FormScreen } from "../../ui/FormScreen.tsx";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { Banner } from "../../ui/Message.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { showToast } from "../../ui/toast.ts";
import { useSaveVehicle } from "./change-vehicles.ts";
import { chooseCopy } from "./choose/copy.ts";
import { vehicleCopy as copy } from "./copy.ts";
import { KindField } from "./KindField.tsx";
import { LooksFields } from "./LooksFields.tsx";
import { PlugFields } from "./PlugFields.tsx";
import { VehicleHead } from "./VehicleHead.tsx";
import {
  bodyOf,
  checkForm,
  inletsOf,
  nameOf,
  plate,
  refusedFields,
  type VehicleErrors,
  type VehicleForm,
} from "./vehicle-form.ts";
import "./vehicles.css";

const VehicleDialog = lazyNamed(() => import("./VehicleDialog.tsx"), "VehicleDialog");

/** The facts of a vehicle. Those of a chosen model are filled in and folded away. */
export function VehicleEditor({
  vehicle,
  model,
  typed,
  modelsFailed,
  start,
  onChange,
  onDone,
}: {
  vehicle: Vehicle | undefined;
  /** The model that was chosen; undefined: the vehicle stays, or its facts are typed. */
  model: VehicleModel | undefined;
  /** The catalogue does not have it: make and model are fields. */
  typed: boolean;
  modelsFailed: boolean;
  start: VehicleForm;
  /** To choose another model. */
  onChange: () => void;
  /** After it was saved or deleted. */
  onDone: () => void;
}) {
  const [form, setForm] = useState(start);
  const [deleting, setDeleting] = useState(false);
  const save = useSaveVehicle();
  const refused = refusedFields(save.error);
  const change = (part: Partial<VehicleForm>) => setForm((before) => ({ ...before, ...part }));
  const errors = checkForm(form);

  function submit() {
    save.mutate(
      { id: vehicle?.id, body: bodyOf(form) },
      {
        onSuccess: (saved) => {
          showToast(copy.saved(nameOf(saved)));
          onDone();
        },
      },
    );
  }

  const numberField = (
    shown: VehicleErrors,
    field: "battery" | "range" | "dc" | "ac",
    label: string,
    unit: string,
    help?: string,
  ) => (
    <TextField
      className="f num"
      label={label}
      unit={unit}
      inputMode="decimal"
      maxLength={20}
      value={form[field]}
      error={shown[field] ?? refused[field]}
      help={help}
      onChange={(event) => change({ [field]: event.target.value })}
    />
  );
  const details = (shown: VehicleErrors) => (
    <>
      <div className="two">
        {numberField(shown, "battery", copy.battery, "kWh")}
        {numberField(
          shown,
          "range",
          copy.range,
          unitCopy.km,
          model && chooseCopy.claimed(km(model.range)),
        )}
        {numberField(shown, "dc", copy.dc, "kW")}
        {numberField(shown, "ac", copy.ac, "kW")}
      </div>
      <p className="help">{copy.unknownHelp}</p>
      <PlugFields form={form} onChange={change} />
    </>
  );

  return (
    <>
      <FormScreen
        title={vehicle ? copy.editTitle : copy.addTitle}
        className="av"
        submit={copy.save}
        busy={save.isPending && copy.saving}
        errors={errors}
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
            {modelsFailed ? (
              <Banner kind="info" className="f">
                {copy.modelsFailed}
              </Banner>
            ) : null}
            {typed ? (
              <>
                <KindField
                  kind={form.kind}
                  onChange={(kind) => change({ kind, body: null, inlets: inletsOf(kind) })}
                />
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
              </>
            ) : (
              <VehicleHead form={form} onChange={modelsFailed ? null : onChange} />
            )}
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
            <LooksFields form={form} onChange={change} />
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
            {typed ? (
              details(shown)
            ) : (
              // What is wrong must not stay folded away.
              <details className="more" open={hasDetail(shown) || undefined}>
                <summary>{chooseCopy.details}</summary>
                <p className="help">{chooseCopy.detailsHelp}</p>
                {details(shown)}
              </details>
            )}
          </>
        )}
      </FormScreen>
      {vehicle && deleting ? (
        <Suspense fallback={null}>
          <VehicleDialog
            vehicle={vehicle}
            askDelete
            onClose={() => setDeleting(false)}
            onDeleted={onDone}
          />
        </Suspense>
      ) : null}
    </>
  );
}

const hasDetail = ({ battery, range, dc, ac }: VehicleErrors) =>
  [battery, range, dc, ac].some((error) => error !== undefined);
