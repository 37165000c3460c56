import { readdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { download, hostileFiles, type Driver, type Harness } from "@voltmarg/testkit/test-bed";

const MOST_RSS_MB = 150;
const MOST_REFUSAL_MS = 300;
/** A driver may upload forty files a day, and a slow upload is retried twice. */
const FILES_A_DRIVER = 13;
const PART = 65_536;

/**
 * Uploads every hostile file as a photo for a ticket and downloads the stored one: it must be a plain JPEG that
 * contains only the picture. `broken`: files are stored unchanged, and the run must detect it.
 */
export async function tryUploads(
  world: Harness,
  { folder, broken }: { folder: string; broken: boolean },
  say: (line: string) => void,
) {
  const files = await hostileFiles();
  const seen = { kept: 0, active: 0, places: 0, wrongly: 0, broke: 0, slowest: 0 };
  let driver = await world.signUp();
  // The image decoder's code and tables are loaded before memory is measured.
  await send(
    world,
    driver,
    files.find(({ takes }) => takes)!,
  );
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
  for (const [n, { name, type, bytes, takes }] of files.entries()) {
    if (n % FILES_A_DRIVER === 0) driver = await world.signUp();
    const known = new Set(keptIn(folder));
    let ms = Infinity;
    let sent: Sent = { status: 0, url: "" };
    // On a busy machine a request may be slow once.
    for (
      let tries = 0;
      tries < 3 && (tries === 0 || (ms > MOST_REFUSAL_MS && sent.status >= 400));
      tries++
    ) {
      const started = performance.now();
      sent = await send(world, driver, { name, type, bytes });
      ms = Math.min(ms, performance.now() - started);
    }
    if (sent.status >= 400 && ms > MOST_REFUSAL_MS) say(`  slow: ${name} (${Math.round(ms)} ms)`);
    if (sent.status >= 500) seen.broke++;
    if (sent.status >= 400) seen.slowest = Math.max(seen.slowest, ms);
    if (sent.status >= 400 && takes) seen.wrongly++;
    if (sent.status !== 200) continue;
    seen.kept++;
    if (!takes) {
      seen.wrongly++;
      say(`  stored although it is not a picture: ${name} (${type})`);
    }
    if (broken)
      for (const file of keptIn(folder))
        if (!known.has(file)) writeFileSync(join(folder, file), bytes);
    const got = await download(world, sent.url, driver.token);
    const text = got.bytes.toString("latin1");
    if (
      got.type !== "image/jpeg" ||
      !text.startsWith("\xff\xd8\xff") ||
      /<script|<svg|evil\.jar|<\?php/i.test(text)
    )
      seen.active++;
    if (/Exif|GPS|http:\/\/ns\.adobe/.test(text)) seen.places++;
  }
  clearInterval(watch);
  const grown = Math.max(0, Math.round((most - before) / 1024 / 1024));
  const slowest = Math.round(seen.slowest);
  say(
    `uploads files=${files.length} kept=${seen.kept} active=${seen.active} places=${seen.places} wrongly=${seen.wrongly} broke=${seen.broke} rss_grown_mb=${grown} slowest_refusal_ms=${slowest}`,
  );
  const ok =
    files.length >= 200 &&
    seen.kept > 0 &&
    seen.active + seen.places + seen.wrongly + seen.broke === 0 &&
    grown <= MOST_RSS_MB &&
    slowest <= MOST_REFUSAL_MS;
  return { ok, files: files.length, ...seen, grown };
}

type Sent = { status: number; url: string };

/** Sends a form as a browser does, but without copying the file: memory growth is the service's. */
function send(
  { url }: Harness,
  { id, token }: Driver,
  { name, type, bytes }: { name: string; type: string; bytes: Buffer },
): Promise<Sent> {
  const border = "----voltmarg";
  const head = Buffer.from(
    `--${border}\r\ncontent-disposition: form-data; name="file"; filename="${name}.html"\r\ncontent-type: ${type}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${border}--\r\n`);
  const query = new URLSearchParams({
    category: "TICKET",
    category_resource_id: id,
    type: "IMAGE",
  });
  return new Promise((done) => {
    const outgoing = request(`${url}/api/cms/v1/files/upload?${query.toString()}`, {
      method: "POST",
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": `multipart/form-data; boundary=${border}`,
        "content-length": head.length + bytes.length + tail.length,
      },
    });
    outgoing.on("response", (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => {
        const body = Buffer.concat(parts).toString();
        const { data } = JSON.parse(body) as { data?: { url: string } };
        done({ status: response.statusCode ?? 0, url: data?.url ?? "" });
        outgoing.destroy();
      });
    });
    // The server closes the connection for a body that is far too large.
    outgoing.on("error", () => done({ status: 413, url: "" }));
    void pipeline(Readable.from(inParts([head, bytes, tail])), outgoing).catch(() => undefined);
  });
}

function* inParts(all: readonly Buffer[]): Generator<Buffer> {
  for (const each of all)
    for (let at = 0; at < each.length; at += PART) yield each.subarray(at, at + PART);
}

/** The stored files below a folder. */
const keptIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.includes("/"));
