import { createClient, endpoint } from "@voltmarg/client";
import type { RouteOutput, support } from "@voltmarg/contract";
import { useQuery } from "@tanstack/react-query";

type Route = typeof support.findSupportInformation;
export type SupportInformation = RouteOutput<Route>["content"][number];

const client = createClient({ url: "", fetch: (url, init) => fetch(url, init) });
const found = endpoint<Route>("GET", "/api/user/v1/support-information/findAll");

/** How drivers reach the provider, as their app reads it: there is no call of the back office for it. */
export const useSupportInformation = () =>
  useQuery({ queryKey: ["supportInformation"], queryFn: () => client.call(found, {}) });
