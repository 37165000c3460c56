import { readWhole } from "@voltmarg/rules";
import { useEffect, useState } from "react";
import { useLastCharge } from "../../api/queries/ways.ts";

const SETTLES_MS = 500;

/** The charge a driver writes, percent; before they do, what is known last of the vehicle's battery. */
export function useCharge(vehicleId: string | undefined) {
  const last = useLastCharge(vehicleId).data ?? null;
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (last === null ? "" : String(last));
  const charge = readWhole(text, 1, 100, "%");
  const [settled, setSettled] = useState(charge);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(charge), SETTLES_MS);
    return () => clearTimeout(timer);
  }, [charge]);
  return {
    text,
    setText: setTyped,
    charge: settled,
    isWrong: text.trim() !== "" && charge === null,
  };
}
