import { LINK_PATHS } from "@voltmarg/contract/provider-name";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";
import { sendProblem } from "./problem.ts";

/**
 * What Google and Apple read before an app may open the links of this host by itself (Digital Asset Links, Associated
 * Domains). Apple's file has no ending, and neither may be behind a redirect.
 */
export function appLinkRoutes(http: FastifyInstance, { android, ios }: Config["apps"]): void {
  const files = {
    "assetlinks.json": android && [
      {
        relation: ["delegate_permission/common.handle_all_urls"],
        target: {
          namespace: "android_app",
          package_name: android.name,
          sha256_cert_fingerprints: android.certificates,
        },
      },
    ],
    "apple-app-site-association": ios && {
      applinks: {
        details: [{ appIDs: [ios], components: LINK_PATHS.map((path) => ({ "/": `${path}*` })) }],
      },
    },
  };
  for (const [name, content] of Object.entries(files))
    http.get(`/.well-known/${name}`, async (_request, reply) =>
      content === null ? sendProblem(reply, "NOT_FOUND") : reply.send(content),
    );
}
