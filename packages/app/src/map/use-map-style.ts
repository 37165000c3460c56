import { useConfig } from "../api/queries/config.ts";
import { useOnline } from "../ui/use-online.ts";

/**
 * The style address from the configuration; null for the bundled map, which is also used while the
 * configuration cannot be loaded; undefined until its first response.
 */
export function useMapStyle(): string | null | undefined {
  const config = useConfig();
  const online = useOnline();
  if (config.data) return config.data.map_style_url;
  return online && config.isPending && config.failureCount === 0 ? undefined : null;
}
