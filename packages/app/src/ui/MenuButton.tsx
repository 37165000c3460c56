import { User } from "@phosphor-icons/react/dist/csr/User";
import { useUser } from "../api/account/account.ts";
import { BlobImage } from "./BlobImage.tsx";
import { uiCopy } from "./copy.ts";
import { initials } from "./format.ts";
import { openMenu } from "./menu.ts";

/** The driver's profile image, else their initials, else nobody's. */
export function Avatar({
  name,
  photo,
  className,
}: {
  name: string | null;
  photo?: Blob | undefined;
  className?: string;
}) {
  return (
    <span className={`avatar${className ? ` ${className}` : ""}`} aria-hidden="true">
      {photo ? <BlobImage image={photo} alt="" /> : initials(name) || <User size="55%" />}
    </span>
  );
}

/** The driver's avatar, which opens the side menu. */
export function MenuButton() {
  const user = useUser();
  const letters = initials(user.name);
  return (
    <button
      type="button"
      className="avbtn"
      aria-label={letters ? uiCopy.menuOf(letters) : uiCopy.menu}
      aria-haspopup="dialog"
      onClick={openMenu}
    >
      <Avatar name={user.name} />
    </button>
  );
}
