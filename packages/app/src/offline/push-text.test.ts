import { afterEach, expect, test } from "vitest";
import { json, startService } from "../../test/service.ts";
import { whatToShow } from "./push-text.ts";

const PROVIDER = "Ampere & Söhne";

let service: Awaited<ReturnType<typeof startService>> | undefined;
afterEach(() => service?.close());

const note = (server: string, language = "en-IN") => ({ server, token: "tok", language });

test("[N-5] the words of a push are the service's, asked for as the driver who is signed in and in the app's language", async () => {
  service = await startService((_, response) =>
    json(response, { content: [{ id: "ntf_1", title: "Bill ready", text: "Sahyadri Plaza" }] }),
  );
  expect(
    await whatToShow(
      { id: "ntf_1", redirectTo: "charging_summary" },
      note(service.address),
      PROVIDER,
    ),
  ).toEqual({
    title: "Bill ready",
    text: "Sahyadri Plaza",
    tag: "ntf_1",
    data: { push: "charging_summary" },
  });
  expect(service.seen.at(-1)?.headers.authorization).toBe("Bearer tok");
  for (const language of ["hi", "ur"]) {
    await whatToShow({ id: "ntf_1" }, note(service.address, language), PROVIDER);
    expect(service.seen.at(-1)?.headers["accept-language"]).toBe(language);
  }
});

test("[N-5] nobody signed in, a token that ran out, silence or nonsense: a general sentence, never nothing", async () => {
  let status = 401;
  service = await startService((_, response) => {
    if (status !== 0) json(response, {}, status);
  });
  const shown = (payload: unknown, signedIn: boolean, language = "en") =>
    whatToShow(payload, signedIn ? note(service!.address, language) : null, PROVIDER, 200);
  expect(await shown({ id: "ntf_1", redirectTo: "active_session" }, false)).toMatchObject({
    title: PROVIDER,
    text: "There is an update on your charging.",
    tag: "ntf_1",
    data: { push: "active_session" },
  });
  expect(await shown({ id: "ntf_1", redirectTo: "trip" }, false, "hi")).toMatchObject({
    text: "There is an update on your trip.",
    data: { push: "trip" },
  });
  expect(await shown({ id: "ntf_1", redirectTo: "trip", trip_id: "trp_1" }, false)).toMatchObject({
    text: "There is an update on your trip.",
    data: { push: "trip:trp_1" },
  });
  expect((await shown({ id: "ntf_1" }, true)).text).toBe("You have a new notification.");
  expect((await shown({ id: "ntf_1" }, true, "hi-IN")).text).toBe("आपके लिए नई सूचना है।");
  status = 0;
  expect((await shown({ id: "ntf_1" }, true)).text).toBe("You have a new notification.");
  for (const nonsense of [null, "x", 7, { id: 7, redirectTo: "https://evil.example" }])
    expect(await shown(nonsense, true), JSON.stringify(nonsense)).toMatchObject({
      tag: "notifications",
      data: { push: "notifications" },
    });
});
