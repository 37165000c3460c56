import { useEffect } from "react";
import { useNavigate } from "react-router";
import { useMay } from "../api/member.ts";
import { allPlaces } from "./places.ts";

const SECOND_KEY_MS = 1_500;
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** `/` and Ctrl-K search, `?` says what the keys do, `g` and a letter lead to a page. Not while somebody writes. */
export function useKeys({ search, guide }: { search: () => void; guide: () => void }): void {
  const navigate = useNavigate();
  const may = useMay();
  useEffect(() => {
    let since = -SECOND_KEY_MS;
    const pressed = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        return search();
      }
      const isOpen = document.querySelector("[role=dialog]") !== null;
      if (isTyping(event.target) || isOpen || event.ctrlKey || event.metaKey || event.altKey)
        return;
      if (event.key === "/") {
        event.preventDefault();
        return search();
      }
      if (event.key === "?") return guide();
      const place = allPlaces.find(({ key }) => key === event.key);
      if (place && event.timeStamp - since < SECOND_KEY_MS && may(place.needs))
        void navigate(place.to);
      since = event.key === "g" ? event.timeStamp : -SECOND_KEY_MS;
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}
