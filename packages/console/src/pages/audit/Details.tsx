/** Names and values on one line each; secrets are left out by the service. */
export const Details = ({ of }: { of: Record<string, unknown> | null }) => {
  const entries = Object.entries(of ?? {});
  if (entries.length === 0) return <span className="quiet">nothing</span>;
  return (
    <span className="stack">
      {entries.map(([name, value]) => (
        <small key={name}>
          {name}:{" "}
          <span dir="auto">{typeof value === "string" ? value : JSON.stringify(value)}</span>
        </small>
      ))}
    </span>
  );
};
