// Draws every icon and splash of the web app and of both phone apps from public/icon*.svg. Run it when one of those
// changes, and after `cap add`: `node scripts/icons.ts`. What it writes is committed.
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

const app = join(import.meta.dirname, "..");
const ground = "#0B1513";
const rounded = readFileSync(join(app, "public", "icon.svg"));
const whole = readFileSync(join(app, "public", "icon-maskable.svg"));
/** The logo alone, on a transparent background. */
const mark = Buffer.from(whole.toString().replace(/<rect [^>]*\/>/, ""));

const draw = (svg: Buffer, size: number) =>
  sharp(svg, { density: 72 * Math.max(1, size / 512) }).resize(size, size);

const web: [file: string, svg: Buffer, size: number][] = [
  ["icon-192.png", rounded, 192],
  ["icon-512.png", rounded, 512],
  ["icon-maskable-192.png", whole, 192],
  ["icon-maskable-512.png", whole, 512],
  // iOS rounds the corners itself and has no transparency.
  ["apple-touch-icon.png", whole, 180],
];
for (const [file, svg, size] of web)
  await draw(svg, size)
    .png()
    .toFile(join(app, "public", file));

/** For notifications: the shape alone, white on transparent. */
const badge = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 0 44 44"><path fill-rule="evenodd" fill="#FFF" d="M4 17.5A16 16 0 0 1 36 17.5V40a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2ZM10 21.4h6.3L20 30.2l3.7-8.8H30L22.3 38h-4.6Z"/></svg>`,
);
await draw(badge, 96)
  .png()
  .toFile(join(app, "public", "badge.png"));

/** Replaces an existing picture, in its size. */
async function redraw(file: string, picture: (width: number, height: number) => Promise<Buffer>) {
  const { width, height } = await sharp(file).metadata();
  writeFileSync(file, await picture(width, height));
}

const splash = async (width: number, height: number) => {
  const side = Math.round(Math.min(width, height) * 0.34);
  return sharp({ create: { width, height, channels: 3, background: ground } })
    .composite([{ input: await draw(mark, side).png().toBuffer() }])
    .png({ palette: true })
    .toBuffer();
};

const res = join(app, "android", "app", "src", "main", "res");
if (existsSync(res)) {
  for (const file of globSync("mipmap-*/ic_launcher.png", { cwd: res }))
    await redraw(join(res, file), (size) => draw(rounded, size).png().toBuffer());
  for (const file of globSync("mipmap-*/ic_launcher_round.png", { cwd: res }))
    await redraw(join(res, file), async (size) => {
      const circle = Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><circle cx="1" cy="1" r="1"/></svg>`,
      );
      const cut = await draw(circle, size).png().toBuffer();
      return draw(whole, size)
        .composite([{ input: cut, blend: "dest-in" }])
        .png()
        .toBuffer();
    });
  // Android may crop a third of it, so the logo stays in the middle.
  for (const file of globSync("mipmap-*/ic_launcher_foreground.png", { cwd: res }))
    await redraw(join(res, file), async (size) => {
      const inner = Math.round(size * 0.42) * 2;
      const room = { top: (size - inner) / 2, bottom: (size - inner) / 2 };
      return draw(mark, inner)
        .extend({ ...room, left: room.top, right: room.top, background: "transparent" })
        .png()
        .toBuffer();
    });
  for (const file of globSync("drawable*/splash.png", { cwd: res }))
    await redraw(join(res, file), splash);
}

const assets = join(app, "ios", "App", "App", "Assets.xcassets");
if (existsSync(assets)) {
  for (const file of globSync("AppIcon.appiconset/*.png", { cwd: assets }))
    await redraw(join(assets, file), (size) => draw(whole, size).removeAlpha().png().toBuffer());
  for (const file of globSync("Splash.imageset/*.png", { cwd: assets }))
    await redraw(join(assets, file), splash);
}
