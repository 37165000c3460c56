import { CaretRight } from "@phosphor-icons/react/dist/csr/CaretRight";
import type { ReactNode } from "react";
import { Link } from "./router.tsx";

/** A row that links to a screen, or out of the app. */
export function LinkRow({
  icon,
  name,
  text,
  ...where
}: { icon: ReactNode; name: string; text: string } & ({ to: string } | { href: string })) {
  const inside = (
    <>
      <span className="lead">{icon}</span>
      <span className="body">
        <b className="title--m">{name}</b>
        <span className="sub ink2 num">{text}</span>
      </span>
      <CaretRight className="ink3 mirrored" size={20} weight="bold" aria-hidden="true" />
    </>
  );
  if ("to" in where)
    return (
      <Link className="row" to={where.to}>
        {inside}
      </Link>
    );
  const elsewhere = where.href.startsWith("https:") ? { target: "_blank", rel: "noreferrer" } : {};
  return (
    <a className="row" href={where.href} {...elsewhere}>
      {inside}
    </a>
  );
}
