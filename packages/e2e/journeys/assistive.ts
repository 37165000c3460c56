import type { Page } from "@playwright/test";
import { expect } from "./world.ts";

type AxValue = { value?: unknown };
type AxNode = {
  ignored: boolean;
  backendDOMNodeId?: number;
  role?: AxValue;
  name?: AxValue;
  properties?: { name: string; value: AxValue }[];
};
/** The name of an element, or the beginning of the address to which a link leads. */
type Sought = string | RegExp | { to: string };

/** The marks that keep amounts in order are not read out. */
const spoken = (value: AxValue | undefined) =>
  (typeof value?.value === "string" ? value.value : "").replaceAll(/[\u2066-\u2069\u200f]/g, "");

/**
 * The page as a screen reader uses it: it finds elements in the accessibility tree by role and name, and does their
 * default action. There is no pointer, and no element is found by its place or class.
 */
export async function assistive(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Accessibility.enable");

  async function all(role: string, sought: Sought): Promise<AxNode[]> {
    const { nodes } = (await cdp.send("Accessibility.getFullAXTree")) as { nodes: AxNode[] };
    return nodes.filter((node) => {
      if (node.ignored || node.role?.value !== role) return false;
      if (typeof sought === "string") return spoken(node.name) === sought;
      if (sought instanceof RegExp) return sought.test(spoken(node.name));
      const url = node.properties?.find(({ name }) => name === "url");
      return url !== undefined && new URL(spoken(url.value)).pathname.startsWith(sought.to);
    });
  }
  /** Such an element, once the tree has one: `nth` as in `at()`. */
  async function find(role: string, sought: Sought, nth = 0, timeout = 15_000): Promise<number> {
    const what = `${role} ${sought instanceof RegExp ? String(sought) : JSON.stringify(sought)}`;
    let id = 0;
    await expect
      .poll(async () => (id = (await all(role, sought)).at(nth)?.backendDOMNodeId ?? 0), {
        message: what,
        timeout,
      })
      .not.toBe(0);
    return id;
  }
  return {
    /** Waits until the tree has it. */
    meets: async (role: string, sought: Sought, timeout?: number) => {
      await find(role, sought, 0, timeout);
    },
    has: async (role: string, sought: Sought) => (await all(role, sought)).length > 0,
    press: async (role: string, sought: Sought, nth?: number) => {
      const backendNodeId = await find(role, sought, nth);
      const { object } = await cdp.send("DOM.resolveNode", { backendNodeId });
      await cdp.send("Runtime.callFunctionOn", {
        objectId: object.objectId!,
        functionDeclaration: "function () { this.focus(); this.click(); }",
      });
    },
    write: async (role: string, sought: Sought, text: string) => {
      await cdp.send("DOM.focus", { backendNodeId: await find(role, sought) });
      await cdp.send("Input.insertText", { text });
    },
  };
}
