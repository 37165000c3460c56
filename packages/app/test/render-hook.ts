import "./page.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { queryClient } from "../src/api/queries/query-client.ts";

const nothing = () => undefined;

/**
 * Runs a hook in React as a component of the app does, without a page: it draws nothing, so an element that only says
 * what it is will do. `around`: what else it needs above it.
 */
export function renderHook<Props, Result>(
  hook: (props: Props) => Result,
  first: Props,
  around: (inside: ReactNode) => ReactNode = (inside) => inside,
) {
  const page = { nodeType: 9, activeElement: null, addEventListener: nothing };
  const element = {
    nodeType: 1,
    nodeName: "DIV",
    tagName: "DIV",
    ownerDocument: page,
    addEventListener: nothing,
  };
  const root = createRoot(element as unknown as Element);
  const results: Result[] = [];
  const Probe = ({ props }: { props: Props }) => {
    results.push(hook(props));
    return null;
  };
  const draw = (props: Props) => {
    const children = around(createElement(Probe, { props }));
    const all = createElement(QueryClientProvider, { client: queryClient }, children);
    flushSync(() => root.render(all));
  };
  draw(first);
  return {
    /** What it returned last. */
    now: () => results.at(-1)!,
    draw,
    leave: () => flushSync(() => root.unmount()),
  };
}
