/** What React and its query cache look for to know that they are in a page. Import it before them. */
Object.assign(globalThis, {
  window: globalThis,
  HTMLIFrameElement: Map,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
});
