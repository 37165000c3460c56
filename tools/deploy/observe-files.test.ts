import { createMetrics } from "../../packages/server/src/platform/observability/metrics.ts";
import { expect, test } from "vitest";
import { figuresOf, filesIn, readFile, readYaml } from "@voltmarg/testkit/deploy-files";

type Rule = {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
};
const [rules] = readYaml("deploy/observe/alerts.yaml") as [{ groups: { rules: Rule[] }[] }];
const alerts = rules.groups.flatMap((group) => group.rules);
type Panel = { title: string; targets: { expr: string; legendFormat: string }[] };
const { panels } = JSON.parse(readFile("deploy/observe/dashboard.json")) as { panels: Panel[] };

/** Labels that Prometheus adds to every series. */
const ADDED = ["instance", "job"];

/** Every metric name of the service, with its labels. */
function known(): Map<string, readonly string[]> {
  const all = new Map<string, readonly string[]>([["up", ADDED]]);
  for (const each of createMetrics().registry.getMetricsAsArray()) {
    const {
      name,
      type,
      labelNames = [],
    } = each as unknown as {
      name: string;
      type: string;
      labelNames?: string[];
    };
    const labels = [...labelNames, ...ADDED];
    const parts = type === "histogram" ? ["_bucket", "_count", "_sum"] : [""];
    for (const part of parts) all.set(name + part, part === "_bucket" ? [...labels, "le"] : labels);
  }
  return all;
}

/** Metrics and labels in an expression that the service does not export. */
function faultsOf(expression: string): string[] {
  const names = known();
  return figuresOf(expression).flatMap(({ name, labels }) => {
    const has = names.get(name);
    if (!has) return [`there is no ${name}`];
    return labels.filter((each) => !has.includes(each)).map((each) => `${name} has no ${each}`);
  });
}

test("every metric in an alert is exported by the service, with its labels", () => {
  expect(alerts.length).toBeGreaterThan(15);
  expect(alerts.flatMap(({ alert, expr }) => faultsOf(expr).map((f) => `${alert}: ${f}`))).toEqual(
    [],
  );
});

test("every metric in a panel is exported by the service, and its legend uses existing labels", () => {
  const faults = panels.flatMap(({ title, targets }) =>
    targets.flatMap(({ expr, legendFormat }) => [
      ...faultsOf(expr).map((fault) => `${title}: ${fault}`),
      ...[...legendFormat.matchAll(/\{\{(\w+)\}\}/g)]
        .filter(([, label = ""]) => !expr.includes(label) && !ADDED.includes(label))
        .map(([label]) => `${title}: no ${label}`),
    ]),
  );
  expect(panels.length).toBeGreaterThan(20);
  expect(faults).toEqual([]);
});

test("an unknown name or label is detected", () => {
  expect(faultsOf("max(charges_opened) > 0")).toEqual(["there is no charges_opened"]);
  expect(faultsOf('sum by (operator) (rate(outbox_rows_total{topic="x"}[5m]))')).toEqual([
    "outbox_rows_total has no operator",
  ]);
  expect(faultsOf("histogram_quantile(0.9, sum by (le) (rate(live_streams_bucket[5m])))")).toEqual([
    "there is no live_streams_bucket",
  ]);
});

test("every alert has a runbook page, and every page an alert", () => {
  const pages = filesIn("docs/operations/runbooks/*.md");
  expect(alerts.map(({ annotations }) => annotations.runbook).toSorted()).toEqual(pages);
  for (const { alert, labels, annotations, ...rest } of alerts) {
    const page = readFile(annotations.runbook);
    expect(page, alert).toContain(annotations.summary);
    for (const part of ["**What it means.**", "**What drivers feel.**", "## Look", "## Do"])
      expect(page, alert).toContain(part);
    expect(["page", "ticket"], alert).toContain(labels.severity);
    expect(rest.for, alert).toMatch(/^\d+[mh]$/);
  }
});

test("commands in the runbooks exist", () => {
  const scripts = (JSON.parse(readFile("package.json")) as { scripts: Record<string, string> })
    .scripts;
  const named = filesIn("docs/operations/{runbooks/*,observe,run-in-production}.md").flatMap(
    (path) =>
      [...readFile(path).matchAll(/npm run (?:-s )?([a-z-]+)/g)].map(([, name = ""]) => name),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
