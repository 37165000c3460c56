import { deflateSync, crc32 } from "node:zlib";
import sharp from "sharp";

/** `takes`: a real picture with hostile additions, which may be accepted once they are removed. */
export type HostileFile = { name: string; type: string; bytes: Buffer; takes: boolean };

const SCRIPT = "<script>alert(document.domain)</script>";
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`;
const MB = 1024 * 1024;

/** A few hundred files that try to exhaust memory, reveal drivers' locations, or run in a browser. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const photo = await sharp({
    create: { width: 320, height: 240, channels: 3, background: "#1177aa" },
  })
    .jpeg()
    .withExif({
      IFD0: { Make: "Camera", Copyright: SCRIPT },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "18/1 31/1 12/1", GPSLongitude: "73/1 51/1 24/1" },
    })
    .toBuffer();
  const png = await sharp(photo).png().toBuffer();
  const gif = await sharp(photo).gif().toBuffer();
  const webp = await sharp(photo).keepExif().webp().toBuffer();
  const pictures = { jpeg: photo, png, gif, webp };
  const refused = (name: string, bytes: Buffer | string, type = "image/jpeg"): HostileFile => ({
    name,
    type,
    bytes: Buffer.from(bytes),
    takes: false,
  });
  const taken = (name: string, bytes: Buffer, type = "image/jpeg"): HostileFile => ({
    name,
    type,
    bytes,
    takes: true,
  });

  const bombs = [17_000, 30_000, 65_535].flatMap((side) => [
    refused(`bomb ${side} PNG`, pngOf(side, side, 4), "image/png"),
    refused(`bomb ${side} GIF`, gifOf(side, side), "image/gif"),
    refused(`flat bomb ${side}`, pngOf(side * 30, 2_000, 0), "image/png"),
  ]);
  const active = [
    "image/svg+xml",
    "image/jpeg",
    "text/html",
    "image/png",
    "application/xml",
  ].flatMap((type) => [
    refused("SVG", SVG, type),
    refused("SVG with a prologue", `<?xml version="1.0"?><!DOCTYPE svg>${SVG}`, type),
    refused("SVG in UTF-16", Buffer.from(`\ufeff${SVG}`, "utf16le"), type),
    refused("SVG that reads files", svgWithEntity(), type),
    refused("HTML", `<!doctype html>${SCRIPT}`, type),
    refused("HTML behind blanks", `\n\n   ${SCRIPT}`, type),
    refused("a PDF with a script", "%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript>>>>", type),
    refused("MVG", "push graphic-context\nimage over 0,0 0,0 'https://127.0.0.1/'\n", type),
    refused("PHP", `GIF89a<?php echo 1; ?>${SCRIPT}`, type),
    refused("a script that begins as GIF", `GIF89a/*${"x".repeat(64)}*/=1;alert(1)`, type),
  ]);
  const polyglots = Object.entries(pictures).flatMap(([kind, bytes]) => [
    taken(`${kind} with HTML behind`, Buffer.concat([bytes, Buffer.from(SCRIPT)])),
    taken(`${kind} with a ZIP behind`, Buffer.concat([bytes, Buffer.from("PK\x03\x04evil.jar")])),
    taken(`${kind} named HTML`, bytes, "text/html"),
    taken(`${kind} named SVG`, bytes, "image/svg+xml"),
  ]);
  const comments = [
    taken("JPEG with a script in its comment", jpegWith(photo, 0xfe, Buffer.from(SCRIPT))),
    taken(
      "JPEG with XMP",
      jpegWith(photo, 0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${SVG}`)),
    ),
    taken("PNG with a script in its text", pngWith(png, "tEXt", `Comment\0${SCRIPT}`)),
  ];
  const places = Array.from({ length: 20 }, (_, n) =>
    taken(`a place, ${n}`, jpegWith(photo, 0xfe, Buffer.from(`GPS ${n}`))),
  );
  const truncated = Object.entries(pictures).flatMap(([kind, bytes]) =>
    Array.from({ length: 15 }, (_, n) =>
      refused(
        `${kind} cut at ${n}`,
        bytes.subarray(0, Math.floor(((n + 1) / 17) * bytes.length * 0.5)),
      ),
    ),
  );
  const broken = Array.from({ length: 40 }, (_, n) => {
    const bytes = Buffer.from(png);
    // Dimensions and colour type: the first fields a decoder trusts.
    for (let at = 12; at < 40; at++) bytes[at] = (bytes[at]! ^ (0xa5 + n * 7 + at)) & 255;
    return refused(`broken head ${n}`, bytes);
  });
  const large = [
    refused("50 MB of nothing", Buffer.alloc(50 * MB)),
    refused("50 MB behind a JPEG", Buffer.concat([photo, Buffer.alloc(50 * MB)])),
    refused("13 MB behind a PNG", Buffer.concat([png, Buffer.alloc(13 * MB)])),
  ];
  const odd = [
    "",
    "x",
    "\0",
    "\xff\xd8\xff",
    "\x89PNG\r\n\x1a\n",
    "GIF89a",
    "RIFF\0\0\0\0WEBP",
  ].map((text, n) => refused(`next to nothing ${n}`, Buffer.from(text, "latin1")));
  return [
    ...bombs,
    ...active,
    ...polyglots,
    ...comments,
    ...places,
    ...truncated,
    ...broken,
    ...large,
    ...odd,
  ];
}

const svgWithEntity = () =>
  `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>`;

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, tail]);
}

/** A complete PNG of one colour, grey or with alpha; a few kilobytes for hundreds of megapixels. */
function pngOf(width: number, height: number, rows: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const line = Math.ceil(width / 8) + 1;
  const data = deflateSync(Buffer.alloc(line * (rows === 0 ? height : Math.min(height, 17_000))));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function gifOf(width: number, height: number): Buffer {
  const bytes = Buffer.from(
    "GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\0\0\0\0\0\x02\x02D\x01\0;",
    "latin1",
  );
  for (const at of [6, 24]) {
    bytes.writeUInt16LE(width, at);
    bytes.writeUInt16LE(height, at + 2);
  }
  return bytes;
}

function jpegWith(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

const pngWith = (png: Buffer, type: string, text: string) =>
  Buffer.concat([png.subarray(0, 33), chunk(type, Buffer.from(text, "latin1")), png.subarray(33)]);
