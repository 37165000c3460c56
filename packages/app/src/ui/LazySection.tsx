import { type ReactNode, Suspense, useEffect, useState } from "react";
import { whenFirstScreenLoaded } from "../api/queries/first-screen.ts";

/** Shown when the first screen is loaded with its data, or as soon as it is `wanted`. */
export function LazySection({
  wanted = false,
  children,
}: {
  wanted?: boolean;
  children: ReactNode;
}) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    let gone = false;
    void whenFirstScreenLoaded().then(() => gone || setDue(true));
    return () => {
      gone = true;
    };
  }, []);
  return due || wanted ? <Suspense fallback={null}>{children}</Suspense> : null;
}
