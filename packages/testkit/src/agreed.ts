/** Consent to the privacy notice of a database that has had one installation's settings: its first version. */
export const AGREED = { version: 1, language: "en", is_adult: true } as const;
