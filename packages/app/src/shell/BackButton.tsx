import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { followHistory } from "../ui/overlays.ts";
import "./page-motion.css";

/** Handles a step back, and sets the direction of page transitions. Mount it once, inside the router. */
export function BackOrder() {
  const { key } = useLocation();
  const way = useNavigationType().toLowerCase();
  const drawn = useRef<string>(null);
  const arrived = useRef<string>(null);
  useLayoutEffect(() => {
    const before = drawn.current;
    drawn.current = key;
    if (before !== null && before !== key) setWay(way);
  }, [key, way]);
  // An effect, so that it runs after the overlays of the previous page are gone.
  useEffect(() => {
    if (arrived.current === key) return;
    arrived.current = key;
    followHistory(way === "pop");
  }, [key, way]);
  useEffect(() => {
    const step = () => followHistory(true);
    // So that a page whose code loads later does not play the transition a second time.
    const moved = ({ animationName }: AnimationEvent) => {
      if (animationName === "page-in") setWay("");
    };
    addEventListener("popstate", step);
    addEventListener("animationend", moved);
    return () => {
      removeEventListener("popstate", step);
      removeEventListener("animationend", moved);
    };
  }, []);
  return null;
}

const setWay = (way: string) => void (document.documentElement.dataset["way"] = way);
