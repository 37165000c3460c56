import { expect, test } from "vitest";
import { sentenceOf, StartError } from "./start-error.ts";

const failed = (code: string, path?: string) =>
  Object.assign(new Error("raw"), { code, ...(path === undefined ? {} : { path }) });
const databaseError = Object.assign(new Error("No database."), { name: "DatabaseStartError" });

test.each([
  [new StartError("Port 8080 is taken."), "Port 8080 is taken."],
  [databaseError, "No database."],
  [failed("ENOSPC", "/data"), "The disk is full: nothing can be written to /data."],
  [failed("ENOSPC"), "The disk is full: nothing can be written to it."],
  [failed("EACCES", "/data"), "Voltmarg cannot write to /data: permission denied."],
  [failed("EPERM"), "Voltmarg cannot write to its folder: permission denied."],
  [failed("EROFS", "/data"), "Voltmarg cannot write to /data: permission denied."],
  [failed("ENOTDIR", "/data"), "/data is in the way: a folder is needed there."],
  [failed("EEXIST", "/data"), "/data is in the way: a folder is needed there."],
  [failed("ECONNREFUSED", "/data"), undefined],
  [new Error("a fault of ours"), undefined],
  [{ name: "StartError", message: "no error", code: "ENOSPC" }, undefined],
])("%s has a sentence only where the person who starts it can do something", (error, sentence) => {
  expect(sentenceOf(error)).toBe(sentence);
});
