import { partners as routes } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import { checkConformance } from "./check-conformance.ts";
import type { Peers } from "./counterparties.ts";
import {
  acceptClaims,
  addPartner,
  listPartners,
  removePartner,
  rotatePartner,
  showPartner,
  syncPartner,
} from "./registry.ts";
import type { Refusal } from "./register-partner.ts";
import type { RoamingDeps } from "./roaming-deps.ts";
import { showFindings } from "./show-findings.ts";
import { showOcpiLog } from "./show-ocpi-log.ts";
import { getPartner, searchPartners } from "./show-partners.ts";

/** Partners for drivers, and the provider's registry of them. */
export function partnersRoutes({ mount }: Mount, deps: RoamingDeps, peers: Peers): void {
  mount(routes.searchPartners, async ({ query }) =>
    done(
      await searchPartners(deps.database, {
        kind: query.partner_type,
        pageNo: query.page,
        pageSize: query.page_size,
      }),
    ),
  );
  mount(routes.getPartner, async ({ params }) => {
    const partner = await getPartner(deps.database, params.id);
    return partner ? done({ data: partner }) : refuse("NOT_FOUND");
  });

  mount(routes.listPartnerRecords, async ({ query }) =>
    done({ data: { partners: await listPartners(deps, { removed: query.removed === "yes" }) } }),
  );
  mount(routes.getPartnerRecord, async ({ params }) => {
    const partner = await showPartner(deps, params.id);
    return partner ? done({ data: partner }) : refuse("NOT_FOUND", { message: noPartner });
  });
  mount(routes.listPartnerMessages, async ({ params, query }) => {
    const { object: about = null, since, limit } = query;
    const at = since === undefined ? null : new Date(since);
    const found = await showOcpiLog(deps.database, {
      partner: params.id,
      since: at,
      about,
      limit,
    });
    return found ? done({ data: found }) : refuse("NOT_FOUND", { message: noPartner });
  });
  mount(routes.listPartnerFindings, async ({ params, query }) => {
    const { module = null, since } = query;
    const at = since === undefined ? null : new Date(since);
    const found = await showFindings(deps, { partner: params.id, module, since: at });
    return found ? done({ data: found }) : refuse("NOT_FOUND", { message: noPartner });
  });
  mount(routes.addPartner, async ({ body }) => {
    if ((body.versions_url === undefined) !== (body.token === undefined))
      return refuse("CONFLICT", {
        message: "Name both its versions URL and its token, or neither.",
      });
    const added = await addPartner(deps, {
      name: body.name,
      kind: body.partner_type,
      versionsUrl: body.versions_url ?? null,
      token: body.token ?? null,
      ...(body.hosts ? { hosts: body.hosts } : {}),
      tokenEncoding: body.token_encoding,
    });
    peers.forget();
    if (added.ok) return done({ data: added.value });
    return added.reason === "UNKNOWN" ? refuse("CONFLICT") : refusalOf(added);
  });
  mount(routes.rotatePartner, async ({ params }) => {
    const rotated = await rotatePartner(deps, params.id);
    peers.forget();
    if (rotated.ok) return done({ data: rotated.value });
    return rotated.reason === "UNKNOWN" ? notFound : refusalOf(rotated);
  });
  mount(routes.syncPartner, async ({ params, body }) => {
    const synced = await syncPartner(deps, params.id, body.whole);
    if (synced.ok) return done({ data: synced.value });
    return synced.reason === "UNKNOWN" ? notFound : refusalOf(synced);
  });
  mount(routes.checkPartner, async ({ params }) => {
    const checked = await checkConformance(deps, params.id);
    if (checked.ok) return done({ data: checked.value });
    return checked.reason === "UNKNOWN"
      ? notFound
      : refuse("CONFLICT", { message: "Not done: it is not registered." });
  });
  mount(routes.acceptPartner, async ({ params, body }) => {
    const accepted = await acceptClaims(deps, params.id, body);
    peers.forget();
    if (accepted.ok) return done({ data: accepted.value });
    return accepted.reason === "UNKNOWN"
      ? notFound
      : refuse("CONFLICT", { message: `Not accepted: ${accepted.message}.` });
  });
  mount(routes.removePartner, async ({ params, query }) => {
    const removed = await removePartner(deps, params.id, query.force === "yes");
    peers.forget();
    if (removed.ok) return done({ data: removed.value });
    return removed.reason === "UNKNOWN"
      ? notFound
      : refuse("CONFLICT", { message: removed.message });
  });
}

const noPartner = "There is no partner of that id, name or party.";
const notFound = refuse("NOT_FOUND", { message: noPartner });
const refusalOf = ({ reason, message }: Refusal | { reason: "STATE"; message: string }) =>
  refuse(reason === "UNREACHABLE" ? "OPERATOR_UNREACHABLE" : "CONFLICT", {
    message:
      reason === "STATE" ? `Not done: ${message}.` : `The partner did not take it: ${message}.`,
  });
