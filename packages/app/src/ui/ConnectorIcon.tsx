import { ownDrawing } from "../native/trusted-types.ts";
import { connectorKind, connectors, type ConnectorKind } from "./drawings/connectors.ts";

/** The face of a plug; nothing for a standard without a drawing. The name always stands beside it. */
export function ConnectorIcon({
  standard,
  kind = standard === undefined ? undefined : connectorKind(standard),
  size = 32,
}: {
  standard?: string;
  kind?: ConnectorKind | undefined;
  size?: number;
}) {
  return (
    <svg
      className="vm-connector"
      width={size}
      height={size}
      viewBox="0 0 48 48"
      fill="none"
      aria-hidden="true"
      dangerouslySetInnerHTML={ownDrawing(kind ? connectors[kind].d : "")}
    />
  );
}
