import { call, sentenceOf } from "../api/call.ts";
import { useMember } from "../api/member.ts";
import { queryClient } from "../api/query-client.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { instant } from "../ui/format.ts";
import { say } from "../ui/toasts.tsx";

const THEME = "vm.console.theme";
const THEMES = [
  ["Of the device", null],
  ["Light", "light"],
  ["Dark", "dark"],
] as const;

function setTheme(theme: (typeof THEMES)[number][1]): void {
  document.documentElement.className = theme ? `vm-${theme}` : "";
  try {
    if (theme) localStorage.setItem(THEME, theme);
    else localStorage.removeItem(THEME);
  } catch {
    // Storage switched off: the theme holds until the page is left.
  }
}

async function signOut(): Promise<void> {
  await call("signOutStaff", {});
  queryClient.clear();
  location.assign("/console/");
}

/** Who is signed in, light or dark, and the way out. */
export function You({ onKeys, onClose }: { onKeys: () => void; onClose: () => void }) {
  const { name, role, session } = useMember();
  return (
    <Dialog title={name} onClose={onClose}>
      <p className="quiet">
        Role: {role}.{session ? ` Signed in until ${instant(session.ends_at)}.` : null}
      </p>
      <fieldset className="row">
        <legend className="help">Colours</legend>
        {THEMES.map(([label, theme]) => (
          <button key={label} type="button" className="btn" onClick={() => setTheme(theme)}>
            {label}
          </button>
        ))}
      </fieldset>
      <div className="dialog-actions">
        <button type="button" className="btn" onClick={onKeys}>
          Keys
        </button>
        <button
          type="button"
          className="btn btn--danger"
          onClick={() => void signOut().catch((error: unknown) => say(sentenceOf(error)))}
        >
          Sign out
        </button>
        <button type="button" className="btn btn--primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
