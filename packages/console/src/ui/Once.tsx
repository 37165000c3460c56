import { say } from "./toasts.tsx";

/** A secret that is shown this once and can be found nowhere later. */
export function Once({ what, value }: { what: string; value: string }) {
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => say("Copied."),
      () => say("It could not be copied. Mark it and copy it."),
    );
  return (
    <>
      <p className="note">
        <b>This is the only time that {what} is shown.</b>
      </p>
      <pre className="raw">
        <code>{value}</code>
      </pre>
      <p>
        <button type="button" className="btn" onClick={() => void copy()}>
          Copy
        </button>
      </p>
    </>
  );
}
