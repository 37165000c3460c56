import { staff, type StaffRole } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import type { World } from "./world.ts";

const ROLES: readonly StaffRole[] = ["support", "finance", "admin", "read"];

/** For each role of the back office the link with which somebody becomes its demo member, or signs in as them again. */
export async function linksOfDemoStaff(
  { url, secrets }: Pick<World, "url" | "secrets">,
  origin = url,
): Promise<{ role: StaffRole; link: string }[]> {
  const token = secrets.providerToken;
  const { data } = await callRoute(url, staff.listStaff, { token });
  const links: { role: StaffRole; link: string }[] = [];
  for (const role of ROLES) {
    const name = `demo-${role}`;
    const member = data.staff.find((each) => each.name === name);
    if (member?.revoked_at) continue;
    if (member && (member.passkeys > 0 || member.openid))
      links.push({ role, link: `${origin}/console/` });
    else {
      const invited = member
        ? await callRoute(url, staff.inviteStaffAgain, { token, params: { name } })
        : await callRoute(url, staff.inviteStaff, { token, body: { name, role } });
      links.push({ role, link: invited.data.link });
    }
  }
  return links;
}
