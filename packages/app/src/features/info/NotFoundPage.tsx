import { MapTrifold } from "@phosphor-icons/react/dist/csr/MapTrifold";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Empty } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { infoCopy as copy } from "./copy.ts";
import { emptyStone } from "../../ui/drawings/empty-stone.ts";

export default function NotFoundPage() {
  return (
    <Screen title={copy.notFound} hideTitle>
      <Empty
        art={emptyStone("?")}
        title={copy.notFound}
        action={
          <ButtonLink
            kind="secondary"
            small
            to={paths.map}
            icon={<MapTrifold size={24} aria-hidden="true" />}
          >
            {copy.toMap}
          </ButtonLink>
        }
      >
        {copy.notFoundText}
      </Empty>
    </Screen>
  );
}
