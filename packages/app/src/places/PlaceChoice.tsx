import { useEffect } from "react";
import { placesCopy as copy } from "./copy.ts";
import { PlaceList } from "./PlaceList.tsx";
import { type PlaceOption, type PlaceOptions, usePlaceOptions } from "./use-place-options.ts";

const LEAST_LETTERS = 2;

/** What can be chosen for the text of a field: drawn below it, and told to it, because the field has the keys. */
export function PlaceChoice({
  id,
  label,
  open,
  active,
  typed,
  onFound,
  onChoose,
}: {
  id: string;
  label: string;
  open: boolean;
  active: number;
  typed: string | null;
  onFound: (options: PlaceOptions) => void;
  onChoose: (option: PlaceOption) => void;
}) {
  const options = usePlaceOptions(typed ?? "", open);
  useEffect(() => onFound(options), [options, onFound]);
  const { groups, problem, isGoogle } = options;
  const asks = (typed ?? "").trim().length >= LEAST_LETTERS && !problem;
  return (
    <PlaceList
      {...{ id, label, active, onChoose }}
      groups={open ? groups : []}
      none={open && asks ? copy.none : null}
      attribution={isGoogle ? copy.addressesBy : null}
    />
  );
}
