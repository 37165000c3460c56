import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { envOfProd } from "@voltmarg/testkit/production-env";
import { readConfigHere } from "./folders.ts";

const folder = mkdtempSync(join(tmpdir(), "voltmarg-folders-"));
const at = (name: string) => join(folder, name);
for (const name of ["pages", "images"]) mkdirSync(at(name));
writeFileSync(at("pages/index.html"), "<!doctype html>");
writeFileSync(at("file"), "");

const whole = {
  ...envOfProd,
  APP_DIR: at("pages"),
  CONSOLE_DIR: at("pages"),
  FILES_DIR: at("images"),
};

test("[N-2] a service whose folders are there starts, with a setting of an older release too", () => {
  const set = { ...whole, SEARCH_INDEX_FILE: at("none/index") };
  expect(readConfigHere(set).appDir).toBe(at("pages"));
});

test.each([
  [
    { APP_DIR: at("none") },
    `APP_DIR is ${at("none")}, where no index.html is (ENOENT): npm run build makes it.`,
  ],
  [
    { CONSOLE_DIR: at("images") },
    `CONSOLE_DIR is ${at("images")}, where no index.html is (ENOENT): npm run build makes it.`,
  ],
  [
    { CONSOLE_DIR: at("file") },
    `CONSOLE_DIR is ${at("file")}, where no index.html is (ENOTDIR): npm run build makes it.`,
  ],
  [
    { FILES_DIR: at("none") },
    `FILES_DIR is ${at("none")}, but there is no folder ${at("none")}: make it.`,
  ],
  [
    { FILES_DIR: at("file/images") },
    new RegExp(
      `^FILES_DIR is .*, but the user .+ may not write in ${at("file/images")} \\(ENOTDIR\\).$`,
    ),
  ],
])("[N-2] what is missing of its folders is reported in one sentence: %j", (wrong, sentence) => {
  const start = () => readConfigHere({ ...whole, ...wrong });
  expect(start).toThrow(typeof sentence === "string" ? new Error(sentence) : sentence);
});

test("[N-2] faults of settings and of folders are reported together", () => {
  const start = () => readConfigHere({ ...whole, PORT: "eighty", APP_DIR: at("none") });
  expect(start).toThrow(/PORT must be .*\nAPP_DIR is /);
});

test("[N-2] outside PROD the first image makes its folder; a bucket needs none", () => {
  const elsewhere = { ...whole, VOLTMARG_ENV: "TEST", RAZORPAY_KEY_ID: "rzp_test_x" };
  expect(readConfigHere({ ...elsewhere, FILES_DIR: at("none/images") }).profile).toBe("TEST");
  const bucket = { S3_BUCKET: "images", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "key" };
  expect(readConfigHere({ ...whole, ...bucket, FILES_DIR: at("none") }).blobs.kind).toBe("s3");
});
