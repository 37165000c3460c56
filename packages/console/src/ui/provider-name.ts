/** The provider's name, which the service puts into its page; the build is the same for every provider. */
export const providerName: string =
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? "";
