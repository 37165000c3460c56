import { type ReactNode, StrictMode } from "react";
import { useLanguage } from "./language.ts";

/** Remounts the app when the language changes. */
export const LanguageBoundary = ({ children }: { children: ReactNode }) => (
  <StrictMode key={useLanguage()}>{children}</StrictMode>
);
