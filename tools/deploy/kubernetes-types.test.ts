import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesIn, readYaml, root, runTool } from "@voltmarg/testkit/deploy-files";

type Item = { apiVersion: string; kind: string; spec?: object };

/** A kustomization is kubectl's own file, and no object of the cluster. */
const items = filesIn("deploy/kubernetes/*.yaml")
  .flatMap((path) => readYaml(path) as Item[])
  .filter(({ kind }) => kind !== "Kustomization");

/** What tsc says of these objects as literals of their types, which have no other fields. */
function faultsOf(objects: Item[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "voltmarg-kubernetes-"));
  try {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    const lines = objects.map((item, n) => {
      const [group, version] = item.apiVersion.includes("/")
        ? item.apiVersion.split("/")
        : ["core", item.apiVersion];
      const of = `kubernetes-types/${group!.replace(".k8s.io", "")}/${version}`;
      return `export const item${n}: import("${of}").${item.kind} = ${JSON.stringify(item)};`;
    });
    writeFileSync(join(folder, "manifests.ts"), lines.join("\n"));
    const tsc = join(root, "node_modules/@typescript/native/bin/tsc");
    const options =
      "--ignoreConfig --noEmit --strict --target esnext --module preserve --types".split(" ");
    const args = [tsc, ...options, "", join(folder, "manifests.ts")];
    const { passes, output } = runTool(process.execPath, args);
    return passes ? [] : output.trim().split("\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("every manifest has the fields and types of Kubernetes' own API, and no others", () => {
  expect(items.length).toBeGreaterThan(8);
  expect(faultsOf(items)).toEqual([]);
});

test.each([
  ["a misspelt field", /"failureThreshold"/, '"failureTreshold"', "failureTreshold"],
  ["a field at the wrong place", /"spec":\{/, '"spec":{"image":"voltmarg",', "image"],
  ["text instead of a number", /"replicas":3/, '"replicas":"3"', "not assignable to type 'number'"],
  ["a kind that its group does not have", /"Deployment"/, '"Deploymant"', "Deploymant"],
])("%s is refused", (_, right, wrong, said) => {
  const item = items.find(({ kind }) => kind === "Deployment")!;
  const broken = JSON.parse(JSON.stringify(item).replace(right, wrong)) as Item;
  expect(broken).not.toEqual(item);
  expect(faultsOf([broken]).join("\n")).toContain(said);
});
