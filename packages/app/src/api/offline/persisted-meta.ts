/** Put it into a query's `meta` to have its answers kept on the device. Never for what is secret or moves money. */
export const PERSISTED = { kept: true } as const;
/** The same for answers that may be too large: those that do not pass are not even measured. */
export const persistedIf = <T>(isSmall: (answer: T) => boolean) => ({ kept: isSmall });
