import { useCompanyVehicles } from "../../../api/queries/vehicles.ts";
import { RowError } from "../../../ui/Message.tsx";
import { nameOf, plate } from "../vehicle-form.ts";
import { figuresOf } from "../figures.ts";
import { VehicleArt } from "../VehicleArt.tsx";
import { companyVehiclesCopy as copy } from "./copy.ts";

/** What a company's driver may charge besides their own; the company's to change. */
export function CompanyVehicles() {
  const vehicles = useCompanyVehicles();
  if (vehicles.isError && !vehicles.data)
    return (
      <RowError
        title={copy.failed}
        error={vehicles.error}
        onRetry={() => void vehicles.refetch()}
      />
    );
  if (!vehicles.data?.length) return null;
  return (
    <section aria-labelledby="company-vehicles">
      <div className="section">
        <h2 id="company-vehicles">{copy.title}</h2>
      </div>
      <ul className="rows vehicles">
        {vehicles.data.map((vehicle) => (
          <li key={vehicle.id} className="row">
            <span className="lead">
              <VehicleArt vehicle={vehicle} width={72} />
            </span>
            <span className="body">
              <b className="title">{nameOf(vehicle)}</b>
              <span className="sub ink2 num">{figuresOf(vehicle)}</span>
              {vehicle.registration ? (
                <span className="plate">{plate(vehicle.registration)}</span>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      <p className="sub ink2 note">{copy.note}</p>
    </section>
  );
}
