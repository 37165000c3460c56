import { isIP } from "node:net";

/** Every host name in the URLs of the settings, once, with the settings that have it; sockets and addresses have none. */
export function hostsIn(texts: ReadonlyMap<string, string>): Map<string, string[]> {
  const settings = new Map<string, string[]>();
  for (const [setting, text] of texts)
    for (const host of new Set(urlsIn(text).flatMap(namesIn)))
      settings.set(host, [...(settings.get(host) ?? []), setting]);
  return settings;
}

const urlsIn = (text: string): URL[] =>
  [...text.matchAll(/[a-z][a-z0-9+.-]*:\/\/[^\s"',\\]+/g)].flatMap(([url]) =>
    URL.canParse(url) ? [new URL(url)] : [],
  );

/** PostgreSQL's URLs may have their host behind a question mark. */
const namesIn = ({ hostname, searchParams }: URL): string[] =>
  [hostname, searchParams.get("host") ?? ""].filter(
    (host) => /^[a-z0-9]/i.test(host) && isIP(host) === 0,
  );
