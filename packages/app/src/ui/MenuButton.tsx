import { User } from "@phosphor-icons/react/dist/csr/User";
import { useUser } from "../api/account.ts";
import { initials } from "./format.ts";
import { openMenu } from "./menu.ts";

export function Avatar({ name, className }: { name: string | null; className?: string }) {
  return (
    <span className={`avatar${className ? ` ${className}` : ""}`} aria-hidden="true">
      {initials(name) || <User size="55%" />}
    </span>
  );
}

/** The driver's avatar, which opens the side menu. */
export function MenuButton() {
  const user = useUser();
  return (
    <button
      type="button"
      className="avbtn"
      aria-label={`${initials(user.name)} menu`.trim()}
      aria-haspopup="dialog"
      onClick={openMenu}
    >
      <Avatar name={user.name} />
    </button>
  );
}
