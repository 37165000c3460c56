import { unitCopy } from "../../ui/copy.ts";
import { Check } from "@phosphor-icons/react/dist/csr/Check";
import { DotsThreeVertical } from "@phosphor-icons/react/dist/csr/DotsThreeVertical";
import { PencilSimple } from "@phosphor-icons/react/dist/csr/PencilSimple";
import { Plus } from "@phosphor-icons/react/dist/csr/Plus";
import type { Vehicle } from "@voltmarg/contract";
import { isPowerUnknown, plugsFor } from "@voltmarg/rules";
import { connectorName } from "../../ui/drawings/connectors.ts";
import { Suspense, useState } from "react";
import { Link } from "../../ui/router.tsx";
import { useCompanyVehicles, useVehicles } from "../../api/queries/vehicles.ts";
import { paths } from "../../paths.ts";
import { ButtonLink, IconButton } from "../../ui/Button.tsx";
import { ConnectorIcon } from "../../ui/ConnectorIcon.tsx";
import { kw, oneDecimal } from "../../ui/format.ts";
import { Empty, LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { Screen } from "../../ui/Screen.tsx";
import { CompanyVehicles } from "./company/CompanyVehicles.tsx";
import { chooseCopy } from "./choose/copy.ts";
import { variantName } from "./choose/find-models.ts";
import { vehicleCopy as copy } from "./copy.ts";
import { VehicleArt } from "./VehicleArt.tsx";
import { figuresOf } from "./figures.ts";
import { nameOf, plate } from "./vehicle-form.ts";
import "./vehicles.css";

const VehicleDialog = lazyNamed(() => import("./VehicleDialog.tsx"), "VehicleDialog");

export default function MyVehiclePage() {
  const vehicles = useVehicles();
  const [menuOf, setMenuOf] = useState<Vehicle>();
  const list = vehicles.data ?? [];
  // A company's driver has something to charge already.
  const company = (useCompanyVehicles().data?.length ?? 0) > 0;
  const primary = list.find((vehicle) => vehicle.is_primary);
  const others = list.filter((vehicle) => vehicle !== primary);

  return (
    <Screen
      title={copy.title}
      footer={
        vehicles.data ? (
          <ButtonLink
            kind={list.length === 0 && !company ? "primary" : "secondary"}
            to={paths.addVehicle}
            icon={<Plus size={24} aria-hidden="true" />}
          >
            {copy.add}
          </ButtonLink>
        ) : null
      }
    >
      {vehicles.isPending ? <SkeletonRows rows={3} /> : null}
      {vehicles.isError && !vehicles.data ? (
        <LoadError
          title={copy.loadFailed}
          error={vehicles.error}
          onRetry={() => void vehicles.refetch()}
        />
      ) : null}
      {vehicles.data && list.length === 0 ? (
        company ? (
          <p className="ink2 note">{copy.emptyText}</p>
        ) : (
          <Empty title={copy.emptyTitle}>{copy.emptyText}</Empty>
        )
      ) : null}
      {primary ? <Primary vehicle={primary} /> : null}
      {others.length > 0 ? (
        <>
          <div className="gap" />
          <ul className="rows vehicles">
            {others.map((vehicle) => (
              <li key={vehicle.id}>
                <div className="row">
                  <span className="lead">
                    <VehicleArt vehicle={vehicle} width={72} />
                  </span>
                  <span className="body">
                    <b className="title">{nameOf(vehicle)}</b>
                    <span className="sub ink2 num">{figuresOf(vehicle)}</span>
                    <Plate of={vehicle} />
                  </span>
                  <IconButton
                    label={copy.more(nameOf(vehicle))}
                    aria-haspopup="dialog"
                    onClick={() => setMenuOf(vehicle)}
                  >
                    <DotsThreeVertical size={26} weight="bold" aria-hidden="true" />
                  </IconButton>
                </div>
              </li>
            ))}
          </ul>
          <hr className="rule" />
        </>
      ) : null}
      {list.length > 0 ? <p className="sub ink2 note">{copy.note}</p> : null}
      <CompanyVehicles />
      {menuOf ? (
        <Suspense fallback={null}>
          <VehicleDialog vehicle={menuOf} onClose={() => setMenuOf(undefined)} />
        </Suspense>
      ) : null}
    </Screen>
  );
}

const Plate = ({ of }: { of: Vehicle }) =>
  of.registration ? (
    <span className={`plate${of.commercial ? " plate--commercial" : ""}`}>
      {plate(of.registration)}
    </span>
  ) : null;

function Primary({ vehicle }: { vehicle: Vehicle }) {
  return (
    <section className="veh" aria-label={nameOf(vehicle)}>
      <div className="art">
        <VehicleArt vehicle={vehicle} width={vehicle.vehicle_type === "FOUR_WHEELER" ? 206 : 128} />
      </div>
      <div className="head">
        <div className="grow">
          <h2 className="t2">{nameOf(vehicle)}</h2>
          {vehicle.variant ? <p className="ink2 num">{variantName(vehicle)}</p> : null}
          <p className="tags">
            <Plate of={vehicle} />
            <span className="tag tag--accent">
              <Check size={14} weight="bold" aria-hidden="true" />
              {copy.primary}
            </span>
          </p>
        </div>
        <Link
          className="iconbtn"
          to={paths.editVehicle(vehicle.id)}
          aria-label={copy.edit(nameOf(vehicle))}
        >
          <PencilSimple size={26} aria-hidden="true" />
        </Link>
      </div>
      <dl className="spec num">
        <Fact
          value={vehicle.battery_capacity}
          unit="kWh"
          digits
          label={copy.battery}
          none={chooseCopy.notKnown}
        />
        <Fact
          value={vehicle.range}
          unit={unitCopy.km}
          label={copy.range}
          none={chooseCopy.notKnown}
        />
        <Power current="DC" vehicle={vehicle} stated={vehicle.max_dc_intake} />
        <Power current="AC" vehicle={vehicle} stated={vehicle.onboard_charger_capacity} />
      </dl>
      <p className="plugs-line">
        {plugsFor(vehicle).map((standard) => (
          <span key={standard}>
            <ConnectorIcon standard={standard} size={22} />
            {connectorName(standard)}
          </span>
        ))}
      </p>
    </section>
  );
}

/** As stated, else as its charges showed. */
function Power({
  current,
  vehicle,
  stated,
}: {
  current: "AC" | "DC";
  vehicle: Vehicle;
  stated: number | null;
}) {
  const seen = current === "DC" ? vehicle.seen_dc_kw : vehicle.seen_ac_kw;
  if (stated === null && seen !== undefined)
    return <Fact value={null} unit="kW" label={copy.seen(current)} none={copy.about(kw(seen))} />;
  const none = isPowerUnknown(current, vehicle) ? chooseCopy.notKnown : copy.none;
  const label = current === "DC" ? copy.dc : copy.ac;
  return <Fact value={stated} unit="kW" digits label={label} none={none} />;
}

const Fact = ({
  value,
  unit,
  label,
  digits,
  none,
}: {
  value: number | null;
  unit: string;
  label: string;
  digits?: boolean;
  /** In place of a value. */
  none?: string;
}) => (
  <div className="metric">
    <dt className="k">{label}</dt>
    <dd className="v">
      {value === null ? (
        none
      ) : (
        <>
          {digits ? oneDecimal(value) : Math.round(value)}
          <small>{unit}</small>
        </>
      )}
    </dd>
  </div>
);
