import { useParams } from "react-router";
import { useModels, useVehicles } from "../../api/queries/vehicles.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Empty, LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { vehicleCopy as copy } from "./copy.ts";
import { VehicleEditor } from "./VehicleEditor.tsx";
import { emptyForm, formOf } from "./vehicle-form.ts";

/** add-vehicle and add-vehicle/{id}: waits for what the form starts from. */
export default function VehicleFormPage() {
  const { id } = useParams();
  const vehicles = useVehicles();
  const models = useModels();
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
  return (
    <VehicleEditor
      key={id ?? "new"}
      vehicle={vehicle}
      models={catalogue}
      modelsFailed={models.isError}
      start={vehicle ? formOf(vehicle, catalogue) : emptyForm(vehicles.data.length === 0)}
    />
  );
}
