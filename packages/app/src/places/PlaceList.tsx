import { ChargingStation } from "@phosphor-icons/react/dist/csr/ChargingStation";
import { GpsFix } from "@phosphor-icons/react/dist/csr/GpsFix";
import { Heart } from "@phosphor-icons/react/dist/csr/Heart";
import { MapPin } from "@phosphor-icons/react/dist/csr/MapPin";
import { MapTrifold } from "@phosphor-icons/react/dist/csr/MapTrifold";
import { placesCopy as copy } from "./copy.ts";
import type { PlaceGroup, PlaceOption } from "./use-place-options.ts";

const ICONS = {
  here: GpsFix,
  map: MapTrifold,
  link: MapPin,
  recent: MapPin,
  favourite: Heart,
  city: MapPin,
  station: ChargingStation,
  address: MapPin,
} satisfies Record<PlaceOption["kind"], unknown>;

/** The places below their field, which has the focus and the keys. */
export function PlaceList({
  id,
  label,
  groups,
  active,
  none,
  attribution,
  onChoose,
}: {
  id: string;
  label: string;
  groups: PlaceGroup[];
  active: number;
  /** Said where nothing was found. */
  none: string | null;
  attribution: string | null;
  onChoose: (option: PlaceOption) => void;
}) {
  const options = groups.flatMap((group) => group.options);
  // A point on the map can always be chosen: it is not found.
  const found = options.filter(({ kind }) => kind !== "map").length;
  const isOpen = options.length > 0;
  return (
    <>
      <output className="sr-only">{found > 0 ? copy.found(found) : (none ?? "")}</output>
      <div className="place-list" hidden={!isOpen}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be searched from another field */}
        <div id={id} role="listbox" aria-label={label}>
          {groups.map(({ name, options: some }) => (
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of options
            <div key={some[0]!.key} role="group" {...(name ? { "aria-label": name } : {})}>
              {name ? (
                <p className="cap ink2 place-group" aria-hidden="true">
                  {name}
                </p>
              ) : null}
              {some.map((option) => (
                <Row
                  key={option.key}
                  id={`${id}-${options.indexOf(option)}`}
                  option={option}
                  isActive={options[active] === option}
                  onChoose={onChoose}
                />
              ))}
            </div>
          ))}
        </div>
        {found === 0 && none ? <p className="sub ink2 place-none">{none}</p> : null}
        {attribution ? <p className="cap ink3 place-by">{attribution}</p> : null}
      </div>
    </>
  );
}

function Row({
  id,
  option,
  isActive,
  onChoose,
}: {
  id: string;
  option: PlaceOption;
  isActive: boolean;
  onChoose: (option: PlaceOption) => void;
}) {
  const Icon = ICONS[option.kind];
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has its keys
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the list
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={isActive ? "is-on" : undefined}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(option)}
    >
      <Icon size={20} aria-hidden="true" />
      <span className="grow">
        <b>{option.main}</b>
        {option.more ? <span className="sub ink2 one">{option.more}</span> : null}
      </span>
    </div>
  );
}
