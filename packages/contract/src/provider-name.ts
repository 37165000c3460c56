/** The provider's name as long as no setting says another. The pages of the build have it where the name belongs. */
export const DEFAULT_NAME = "Voltmarg";

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** An HTML page of the build that says the provider's name. */
export const namedPage = (page: string, name: string): string =>
  page.replaceAll(DEFAULT_NAME, () => name.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign]!));

/** Beginnings of the addresses whose links open the apps for Android and iOS. */
export const LINK_PATHS = ["/charging-details/", "/tabs", "/trips/shared/"] as const;
