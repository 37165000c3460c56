import { backoffice, type RouteOutput, type RouteSpec } from "@voltmarg/contract";
import { callsOf, type RouteInput } from "./call-route.ts";
import { PROVIDER_TOKEN, type Harness } from "./harness.ts";

/** By world: the tokens of two admins who can confirm for each other. */
const pairs = new WeakMap<Harness, Promise<readonly string[]>>();

const makePair = (world: Harness) =>
  Promise.all(
    ["first-of-two", "second-of-two"].map(async (name) => {
      const body = { name, role: "admin" } as const;
      const made = await world.call(backoffice.createCredential, { token: PROVIDER_TOKEN, body });
      return made.body.data.token;
    }),
  );

/**
 * Has one member make a change, by default an admin, and a second one confirm it where it waits for one. Null: it was
 * confirmed, which has no answer of its own.
 */
export async function byTwo<R extends RouteSpec>(
  world: Harness,
  route: R,
  input: RouteInput<R>,
): Promise<RouteOutput<R> | null> {
  const pair = pairs.get(world) ?? makePair(world);
  pairs.set(world, pair);
  const [first, second] = await pair;
  const { status, body } = await callsOf(world.url)(route, { token: first!, ...input });
  if (status === 200) return body as RouteOutput<R>;
  const { code, approval } = body as { code: string; approval?: { id: string } };
  if (code !== "SECOND_MEMBER_NEEDED") throw new Error(`${route.method} ${route.path}: ${code}`);
  await world.call(backoffice.confirmApproval, { token: second!, params: { id: approval!.id } });
  return null;
}
