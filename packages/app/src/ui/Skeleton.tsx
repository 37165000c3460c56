import { uiCopy } from "./copy.ts";

/** Grey bars in the shape of what is coming; shown only after 300 ms. */
export function SkeletonRows({
  rows = 5,
  label = uiCopy.loading,
}: {
  rows?: number;
  label?: string;
}) {
  return (
    <output className="late" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="row" aria-hidden="true">
          <i className="sk sk-lead" />
          <span className="body sk-lines">
            <i className="sk sk-a" />
            <i className="sk sk-b" />
          </span>
        </div>
      ))}
    </output>
  );
}
