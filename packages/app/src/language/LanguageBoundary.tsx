import { type ReactNode, StrictMode } from "react";
import { useLanguage } from "./language.ts";

/** The app, drawn anew in a new language, whatever it has remembered in the old one. */
export const LanguageBoundary = ({ children }: { children: ReactNode }) => (
  <StrictMode key={useLanguage()}>{children}</StrictMode>
);
