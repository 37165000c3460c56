import type { Location } from "@voltmarg/contract";
import { Heart as HeartIcon } from "@phosphor-icons/react/dist/csr/Heart";
import { IconButton } from "../ui/Button.tsx";
import { copy } from "./copy.ts";
import { useFavourite } from "./use-favourite.ts";

export function FavouriteButton({
  location,
  float = false,
}: {
  location: Location;
  float?: boolean;
}) {
  const favourite = useFavourite();
  const on = location.isWishListItem;
  return (
    <IconButton
      label={on ? copy.removeFavourite : copy.addFavourite}
      float={float}
      onClick={() => favourite.mutate({ location, on: !on })}
    >
      <HeartIcon size={26} weight={on ? "fill" : "regular"} aria-hidden="true" />
    </IconButton>
  );
}
