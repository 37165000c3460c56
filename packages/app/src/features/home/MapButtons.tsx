import { GpsFix } from "@phosphor-icons/react/dist/csr/GpsFix";
import { Path } from "@phosphor-icons/react/dist/csr/Path";
import { Minus } from "@phosphor-icons/react/dist/csr/Minus";
import { Plus } from "@phosphor-icons/react/dist/csr/Plus";
import { Stack } from "@phosphor-icons/react/dist/csr/Stack";
import type { MapControl } from "../../map/MapStage.tsx";
import { paths } from "../../paths.ts";
import { Link } from "../../ui/router.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { showToast } from "../../ui/toast.ts";
import { copy } from "../../locations/copy.ts";
import { locate } from "../../locations/use-locate.ts";
import { searchAt } from "../../locations/view.ts";

export function MapButtons({
  control,
  desktop,
  onKey,
}: {
  control: MapControl | null;
  desktop: boolean;
  onKey: () => void;
}) {
  return (
    <div className="mapctl">
      <Link className="iconbtn" to={paths.trip} aria-label={copy.planTrip}>
        <Path size={26} aria-hidden="true" />
      </Link>
      {desktop ? (
        <>
          <IconButton label={copy.zoomIn} onClick={() => control?.zoomBy(1)}>
            <Plus size={26} aria-hidden="true" />
          </IconButton>
          <IconButton label={copy.zoomOut} onClick={() => control?.zoomBy(-1)}>
            <Minus size={26} aria-hidden="true" />
          </IconButton>
        </>
      ) : null}
      <IconButton label={copy.layers} aria-haspopup="dialog" onClick={onKey}>
        <Stack size={26} aria-hidden="true" />
      </IconButton>
      <IconButton label={copy.locate} onClick={() => void goToMe(control)}>
        <GpsFix size={26} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

async function goToMe(control: MapControl | null): Promise<void> {
  const place = await locate();
  if (!place) return showToast(copy.noPosition, "info", 5000);
  searchAt(place, { text: "", address: null });
  control?.go({ ...place, zoom: 14 });
}
