import { DEFAULT_NAME } from "@voltmarg/contract/provider-name";

/** The provider's name, which the service puts into its page; the build is the same for every provider. */
export const providerName: string =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ??
  DEFAULT_NAME;
