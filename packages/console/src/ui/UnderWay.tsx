import { useEffect, useState } from "react";

const SAID_FROM = 3;

/** Says how long something has been under way, once somebody might wonder. It is there while the work is. */
export function UnderWay() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return seconds < SAID_FROM ? null : (
    <p className="help">
      <progress aria-label="Under way" /> Under way for {seconds} s.
    </p>
  );
}
