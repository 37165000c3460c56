import { beforeEach, expect, test } from "vitest";
import { installStorage } from "../../../test/memory-storage.ts";
import { keepDraft, readDraft, withKey } from "./draft.ts";

beforeEach(installStorage);

const about = { category: null, sessionId: "ses_1" } as const;

test("[R-25] what was written about a charge is there again, and not for another charge", () => {
  keepDraft({ ...readDraft(about), text: "It stopped", photos: ["fil_1"] });
  expect(readDraft(about)).toMatchObject({ text: "It stopped", photos: ["fil_1"] });
  expect(readDraft({ category: "BILL", sessionId: "ses_1" }).category).toBe("BILL");
  expect(readDraft({ category: null, sessionId: "ses_2" })).toMatchObject({ text: "", photos: [] });
  keepDraft(null);
  expect(readDraft(about).text).toBe("");
});

test("[R-25] the same words go by the same key, other words by another", () => {
  const first = withKey({ ...readDraft(about), text: "It stopped" });
  expect(withKey(first).tried.key).toBe(first.tried.key);
  expect(withKey({ ...first, text: "It stopped " }).tried.key).toBe(first.tried.key);
  expect(withKey({ ...first, text: "It never began" }).tried.key).not.toBe(first.tried.key);
  expect(withKey({ ...first, photos: ["fil_1"] }).tried.key).not.toBe(first.tried.key);
});
