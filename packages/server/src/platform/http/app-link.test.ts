import { expect, test } from "vitest";
import { startHarness } from "@voltmarg/testkit/harness";

const FILES = ["assetlinks.json", "apple-app-site-association"];
const certificates = ["14:6D", "AA:0B"].map((start) => `${start}${":5F".repeat(30)}`);

const filesOf = async (env: Record<string, string>) => {
  const world = await startHarness({ locations: 0, operators: false, env });
  try {
    return await Promise.all(
      FILES.map(async (name) => {
        const answer = await fetch(`${world.url}/.well-known/${name}`, { redirect: "manual" });
        return [answer.status, answer.headers.get("content-type"), await answer.json()];
      }),
    );
  } finally {
    await world.stop();
  }
};

test("[S-8] [T-8] the apps of both kinds of phones are named as those that open this host's links", async () => {
  const files = await filesOf({
    ANDROID_APP: "in.example.app",
    ANDROID_CERTIFICATES: certificates.join(", "),
    IOS_APP: "ABCDE12345.in.example.app",
  });
  expect(files).toEqual([
    [
      200,
      "application/json; charset=utf-8",
      [
        {
          relation: ["delegate_permission/common.handle_all_urls"],
          target: {
            namespace: "android_app",
            package_name: "in.example.app",
            sha256_cert_fingerprints: certificates,
          },
        },
      ],
    ],
    [
      200,
      "application/json; charset=utf-8",
      {
        applinks: {
          details: [
            {
              appIDs: ["ABCDE12345.in.example.app"],
              components: [
                { "/": "/charging-details/*" },
                { "/": "/tabs*" },
                { "/": "/trips/shared/*" },
              ],
            },
          ],
        },
      },
    ],
  ]);
});

test("[S-8] without an app there is no such file", async () => {
  const missing = [404, "application/problem+json; charset=utf-8"];
  const problem = expect.objectContaining({ code: "NOT_FOUND" });
  expect(await filesOf({})).toEqual([
    [...missing, problem],
    [...missing, problem],
  ]);
});
