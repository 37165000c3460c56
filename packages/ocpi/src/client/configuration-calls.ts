import * as z from "zod/mini";
import type { ClientInfo, Credentials, Version, VersionDetails } from "../types/objects.ts";
import { reading, write, writing } from "../types/schemas.ts";
import { withRoles } from "../versions.ts";
import type { Party } from "../ids.ts";
import type { Answer, CallOptions } from "./call.ts";
import type { ListQuery, Pages } from "./pages.ts";
import type { Requests } from "./requests.ts";

/** One unknown entry of a later version does not hide the others. */
const looseList = z.array(z.unknown());

/** Configuration modules: no routing headers. */
export function configurationCalls({ ask, push, get, read, list, endpoint, to, peer }: Requests) {
  const clientInfoOf = ({ country_code, party_id }: Party) =>
    endpoint("hubclientinfo", "RECEIVER", country_code, party_id);
  const credentials = (method: "GET" | "POST" | "PUT", body?: Credentials): Answer<Credentials> =>
    to(endpoint("credentials", null), (url) =>
      ask(reading.credentials, {
        method,
        url,
        body: body && write(writing.credentials, body),
        routed: false,
      }),
    );
  return {
    getVersions: async (url: string): Answer<Version[]> => {
      const answer = await ask(looseList, { method: "GET", url, routed: false });
      if (!answer.ok) return answer;
      const versions = answer.data.flatMap((each) => {
        const version = read(reading.version, each);
        return version.ok ? [version.data] : [];
      });
      return { ...answer, data: versions };
    },

    /** The endpoints of a version, at the address that `getVersions` returned. */
    getVersionDetails: async (url: string): Answer<VersionDetails> => {
      const shape = z.object({ version: z.string(), endpoints: looseList });
      const answer = await ask(shape, { method: "GET", url, routed: false });
      if (!answer.ok) return answer;
      const { version, endpoints: all } = answer.data;
      const endpoints = withRoles(version, all, peer).flatMap((each) => {
        const found = read(reading.endpoint, each);
        return found.ok ? [found.data] : [];
      });
      return { ...answer, data: { version, endpoints } };
    },

    getCredentials: () => credentials("GET"),
    postCredentials: (body: Credentials) => credentials("POST", body),
    putCredentials: (body: Credentials) => credentials("PUT", body),
    deleteCredentials: () => push(endpoint("credentials", null), "DELETE", undefined, {}, false),

    /** The parties behind a hub. */
    getClientInfos: (query: ListQuery = {}): Pages<ClientInfo> =>
      list("hubclientinfo", reading.clientInfo, query, false),
    /** A hub to a party connected to it. */
    putClientInfo: (info: ClientInfo, options?: CallOptions) =>
      push(clientInfoOf(info), "PUT", write(writing.clientInfo, info), options, false),
    /** A hub asks what a party has stored. */
    getClientInfo: (party: Party, options?: CallOptions): Answer<ClientInfo> =>
      get(clientInfoOf(party), reading.clientInfo, options, false),
  };
}
