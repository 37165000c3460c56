import { createContext } from "react";

/** Which side of a list and its detail a screen is on; null: it has the page to itself. */
export type Beside =
  | {
      side: "list";
      /** The list's own address, with what narrows it down. */
      at: string;
      /** What is open beside it: the row's id where it has one, else its address. */
      open: string | null;
      /** Leaves both. */
      leave: () => void;
    }
  | { side: "detail" };

export const BesideContext = createContext<Beside | null>(null);

/** What a link of a list notes for the screen it opens. */
export type FromList = { list: string; row: string };
