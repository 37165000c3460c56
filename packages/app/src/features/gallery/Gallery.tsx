import { useState } from "react";
import { applyTheme } from "../../native/theme.ts";
import { readTheme, type Theme } from "../../native/storage.ts";
import { Segment } from "../../ui/Choice.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { Buttons } from "./Buttons.tsx";
import { Drawings } from "./Drawings.tsx";
import { Forms } from "./Forms.tsx";
import { Messages } from "./Messages.tsx";
import { Tokens } from "./Tokens.tsx";
import "./gallery.css";

const themes = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

/** Everything the screens are made of, on one page. For designers and developers: its words are not translated. */
export function Gallery() {
  const [theme, setTheme] = useState<Theme>(readTheme);
  return (
    <Screen title="Gallery" className="gallery">
      <Segment
        label="Theme"
        value={theme}
        options={themes}
        onChange={(chosen) => {
          applyTheme(chosen);
          setTheme(chosen);
        }}
      />
      <Buttons />
      <Forms />
      <Messages />
      <Drawings />
      <Tokens />
    </Screen>
  );
}
