import { staff } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { done } from "../../platform/http/problem.ts";
import type { RawRoute } from "../../platform/http/raw.ts";
import { beginAcceptanceByOpenid, beginOpenid, beginOpenidAgain } from "./openid-begin.ts";
import { OPENID_CALLBACK, returnFromOpenid } from "./openid-return.ts";
import type { StaffDeps } from "./staff-deps.ts";

/** Sign-in to the console with the company's own OpenID provider. */
export function openidRoutes({ mount }: Mount, deps: StaffDeps): void {
  mount(staff.getStaffOpenid, async () => done({ data: { name: deps.openid?.name ?? null } }));
  mount(staff.beginStaffOpenid, async ({ body }) => {
    const begun = await beginOpenid(deps, body.return_to);
    return begun.ok ? { ...begun, value: { data: begun.value } } : begun;
  });
  mount(staff.acceptByOpenid, async ({ body }) => {
    const begun = await beginAcceptanceByOpenid(deps, body.token);
    return begun.ok ? { ...begun, value: { data: begun.value } } : begun;
  });
  mount(staff.openidAgain, async ({ body, backoffice }) => {
    const begun = await beginOpenidAgain(deps, backoffice, body.return_to);
    return begun.ok ? { ...begun, value: { data: begun.value } } : begun;
  });
}

/** A page load, not an API call: it leads on to the console's pages. */
export const openidCallback = (deps: StaffDeps): RawRoute[] => [
  {
    method: "GET",
    path: OPENID_CALLBACK,
    budget: { perMinute: 30, burst: 30 },
    handle: async ({ query, headers, address, id }) => {
      const { location, cookies } = await returnFromOpenid(
        deps,
        { query, cookies: headers["cookie"] as string | undefined },
        { address, requestId: id },
      );
      const said = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
      return { status: 303, headers: { ...said, location, "set-cookie": cookies } };
    },
  },
];
