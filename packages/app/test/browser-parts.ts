/** Parts of a browser that Node has not, for tests of what asks for them. They are gone after `takeBack`. */
const before = new Map<string, PropertyDescriptor | undefined>();

export function give(name: string, value: unknown): void {
  if (!before.has(name)) before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

export function takeBack(): void {
  for (const [name, was] of before) {
    if (was) Object.defineProperty(globalThis, name, was);
    else Reflect.deleteProperty(globalThis, name);
  }
  before.clear();
}
