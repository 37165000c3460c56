/** Collects calls for some milliseconds and passes them on together: for each id, the highest version. */
export function gather(
  milliseconds: number,
  handOn: (versions: ReadonlyMap<string, number>) => void,
): (id: string, version: number) => void {
  let versions = new Map<string, number>();
  const end = () => {
    const all = versions;
    versions = new Map();
    handOn(all);
  };
  return (id, version) => {
    if (versions.size === 0) setTimeout(end, milliseconds).unref();
    versions.set(id, Math.max(version, versions.get(id) ?? 0));
  };
}
