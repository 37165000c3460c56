import { social } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { done } from "../../platform/http/problem.ts";
import type { RawRoute } from "../../platform/http/raw.ts";
import { addressBlock } from "../../platform/http/address-block.ts";
import { deviceOf } from "./device.ts";
import { beginSocial, finishSocial, returnFromProvider, type SocialDeps } from "./social.ts";

/** The redirect URI of OpenID providers, registered with each of them. */
export const SOCIAL_CALLBACK = "/auth/oauth/social/callback";

export function socialRoutes({ mount }: Mount, deps: SocialDeps): void {
  mount(social.socialAuthorize, async ({ params, query, request }) => {
    const begun = await beginSocial(deps, {
      provider: params.provider,
      challenge: query.challenge,
      deviceType: query.device_type,
      address: addressBlock(request.address),
    });
    return begun.ok ? done({ data: begun.value }) : begun;
  });

  mount(social.socialFinish, ({ body, request }) =>
    finishSocial(deps, { ...body, deviceOf: (type) => deviceOf(request, type) }),
  );
}

/** A page load, not an API call: it redirects to the app's login with its result in the fragment, which is not logged. */
export function socialCallback(deps: SocialDeps, publicUrl: string): RawRoute[] {
  return [
    {
      method: "GET",
      path: SOCIAL_CALLBACK,
      handle: async ({ query }) => {
        const back = await returnFromProvider(deps, query);
        const fragment = "ticket" in back ? `social=${back.ticket}` : `social_error=${back.error}`;
        const location = `${publicUrl}/login#${fragment}`;
        return { status: 303, headers: { location, "cache-control": "no-store" } };
      },
    },
  ];
}
