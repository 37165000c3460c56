import { type ComponentType, lazy, type LazyExoticComponent } from "react";

/** A component loaded when it is first shown, by its name in its file. */
export const lazyPart = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: (await load())[name] }));
