import { useLocation, useNavigate, useParams } from "react-router";
import { useModels, useVehicles } from "../../api/queries/vehicles.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Empty, LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { useSearchParams } from "../../ui/router.tsx";
import { Screen, useBack } from "../../ui/Screen.tsx";
import { keyOf } from "./choose/find-models.ts";
import { VehicleChooser } from "./choose/VehicleChooser.tsx";
import { vehicleCopy as copy } from "./copy.ts";
import { VehicleEditor } from "./VehicleEditor.tsx";
import { emptyForm, formOf, withModel } from "./vehicle-form.ts";

/** `?model=` of a vehicle that the catalogue does not have; without it the vehicle is chosen first. */
const OTHER = "other";
/** `?model=` in place of the vehicle's own, to choose another one. */
const CHOOSE = "choose";

/** add-vehicle and add-vehicle/{id}: a vehicle is chosen, then its facts are shown and saved. */
export default function VehicleFormPage() {
  const { id } = useParams();
  const vehicles = useVehicles();
  const models = useModels();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { key, state } = useLocation();
  const goBack = useBack(paths.myVehicle);
  const title = id === undefined ? copy.addTitle : copy.editTitle;

  if (vehicles.isError && !vehicles.data)
    return (
      <Screen title={title}>
        <LoadError
          title={copy.loadFailed}
          error={vehicles.error}
          onRetry={() => void vehicles.refetch()}
        />
      </Screen>
    );
  if (!vehicles.data || models.isPending)
    return (
      <Screen title={title}>
        <SkeletonRows rows={6} />
      </Screen>
    );
  const vehicle = vehicles.data.find((known) => known.id === id);
  if (id !== undefined && !vehicle)
    return (
      <Screen title={title}>
        <Empty
          title={copy.goneTitle}
          action={
            <ButtonLink kind="secondary" small to={paths.myVehicle} replace>
              {copy.title}
            </ButtonLink>
          }
        >
          {copy.goneText}
        </Empty>
      </Screen>
    );

  const catalogue = models.data ?? [];
  const wanted = query.get("model") ?? (vehicle || models.isError ? OTHER : CHOOSE);
  const to = (model: string) =>
    void navigate(`?${new URLSearchParams({ model })}`, {
      state: { afterChooser: key === "default" ? "FIRST" : "LATER" } satisfies State,
    });
  if (wanted === CHOOSE)
    return (
      <VehicleChooser
        title={title}
        models={catalogue}
        onChoose={(model) => to(keyOf(model))}
        onOther={() => to(OTHER)}
      />
    );

  const before = vehicle ? formOf(vehicle) : emptyForm(vehicles.data.length === 0);
  const model = catalogue.find((one) => keyOf(one) === wanted);
  /** Behind the chooser, when one came from it. */
  const leave = () => {
    const from = (state as State | null)?.afterChooser;
    if (from === "LATER") void navigate(-2);
    else if (from === "FIRST") void navigate(paths.myVehicle, { replace: true });
    else goBack();
  };
  return (
    <VehicleEditor
      key={`${id} ${wanted}`}
      vehicle={vehicle}
      model={model}
      typed={!model && !catalogue.some((one) => vehicle && keyOf(one) === keyOf(vehicle))}
      modelsFailed={models.isError}
      start={model ? withModel(before, model) : before}
      onChange={() =>
        void navigate(`?${new URLSearchParams({ model: CHOOSE })}`, { replace: true })
      }
      onDone={leave}
    />
  );
}

type State = { afterChooser: "FIRST" | "LATER" };
