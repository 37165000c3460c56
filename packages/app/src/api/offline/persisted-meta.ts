/** The `meta` of a query whose answers are persisted on the device. Never for secrets or for what moves money. */
export const PERSISTED = { kept: true } as const;
/** The same for answers that may be too large: answers that fail the test are not serialised. */
export const persistedIf = <T>(isSmall: (answer: T) => boolean) => ({ kept: isSmall });
