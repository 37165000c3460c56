import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMetrics } from "../../packages/server/src/platform/observability/metrics.ts";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { figuresOf, filesIn, readFile, readYaml, runTool } from "@voltmarg/testkit/deploy-files";

type Rule = {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
};
const [rules] = readYaml("deploy/observe/alerts.yaml") as [{ groups: { rules: Rule[] }[] }];
const alerts = rules.groups.flatMap((group) => group.rules);
type Panel = { title: string; targets: { expr: string; legendFormat: string }[] };
const { panels } = JSON.parse(readFile("deploy/observe/dashboard.json")) as { panels: Panel[] };

/** Labels that Prometheus adds to every series. */
const ADDED = ["instance", "job"];

const FILE_SYSTEM = ["device", "fstype", "mountpoint", ...ADDED];
/** What Prometheus itself and Debian's exporters serve. */
const OF_OTHERS = new Map<string, readonly string[]>([
  ["up", ADDED],
  ["node_filesystem_avail_bytes", FILE_SYSTEM],
  ["node_filesystem_size_bytes", FILE_SYSTEM],
  ["node_filesystem_readonly", FILE_SYSTEM],
  ["probe_success", ADDED],
  ["probe_ssl_earliest_cert_expiry", ADDED],
  // Written by the backup for the node exporter.
  [/(\w+_timestamp_seconds) /.exec(readFile("deploy/backup/voltmarg-backup.service"))![1]!, ADDED],
]);

/** Every metric name that a rule or a panel may use, with its labels. */
function known(): Map<string, readonly string[]> {
  const all = new Map(OF_OTHERS);
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

type RuleTests = { tests: { name: string }[] };

/** Runs each alert's tests, with the alert's expression or, for all, with this one. */
function testAlerts(expr?: string): { passes: boolean; output: string; failed: string[] } {
  const folder = mkdtempSync(join(tmpdir(), "voltmarg-alerts-"));
  const [{ tests, ...settings }] = readYaml("deploy/observe/alerts.test.yaml") as [RuleTests];
  try {
    // A file for each: in one, every rule would be evaluated in the hours of every other.
    const files = alerts.map((rule) => {
      const ruleFile = join(folder, `${rule.alert}.yaml`);
      const group = { name: "one", rules: [{ ...rule, expr: expr ?? rule.expr }] };
      writeFileSync(ruleFile, stringify({ groups: [group] }));
      const file = join(folder, `${rule.alert}.test.yaml`);
      const own = tests.filter(({ name }) => name === rule.alert);
      writeFileSync(file, stringify({ ...settings, rule_files: [ruleFile], tests: own }));
      return file;
    });
    const { passes, output } = runTool("promtool", ["test", "rules", ...files]);
    const failed = [...output.matchAll(/alertname=\\?"(\w+)/g)].map(([, name]) => name!);
    return { passes, output, failed: [...new Set(failed)].toSorted() };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("Prometheus and its Alertmanager accept their files", () => {
  for (const [tool, ...args] of [
    ["promtool", "check", "rules", "--lint-fatal", "deploy/observe/alerts.yaml"],
    ["promtool", "check", "config", "--lint-fatal", "deploy/observe/prometheus.yml"],
    ["amtool", "check-config", "deploy/observe/alertmanager.yml"],
  ] as const) {
    const { passes, output } = runTool(tool, args);
    expect(passes, output).toBe(true);
  }
});

test("every alert fires for the series of its test, and not before", () => {
  const { passes, output } = testAlerts();
  expect(passes, output).toBe(true);
});

test.each([
  ["never fires", "vector(1) == 0"],
  ["always fires", "vector(1)"],
])("an alert that %s is found, each by its own test", (_, expr) => {
  expect(testAlerts(expr).failed).toEqual(alerts.map(({ alert }) => alert).toSorted());
});

test("a page calls the phone, a ticket becomes a mail, and what is inhibited exists", () => {
  const path = "deploy/observe/alertmanager.yml";
  const receiverOf = (severity: string) =>
    runTool("amtool", [
      "config",
      "routes",
      "test",
      `--config.file=${path}`,
      `severity=${severity}`,
    ]).output.split("\n")[0];
  const severities = [...new Set(alerts.map(({ labels }) => labels.severity))].toSorted();
  expect(severities.map((each) => [each, receiverOf(each)])).toEqual([
    ["page", "phone"],
    ["ticket", "mail"],
  ]);
  const names = alerts.map(({ alert }) => alert);
  const inhibited = [...readFile(path).matchAll(/alertname=~?"([^"]+)"/g)].flatMap(
    ([, each = ""]) => each.split("|"),
  );
  expect(names).toEqual(expect.arrayContaining(inhibited));
});

test("every metric in an alert is exported by the service or an exporter, with its labels", () => {
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
  // Of what people notice, and no metric.
  const noticed = "docs/operations/runbooks/breach.md";
  const pages = filesIn("docs/operations/runbooks/*.md").filter((page) => page !== noticed);
  expect(alerts.map(({ annotations }) => annotations.runbook).toSorted()).toEqual(pages);
  for (const { alert, labels, annotations } of alerts) {
    const page = readFile(annotations.runbook);
    expect(page, alert).toContain(annotations.summary);
    for (const part of ["**What it means.**", "**What drivers feel.**", "## Look", "## Do"])
      expect(page, alert).toContain(part);
    expect(page, alert).toContain(`Severity: ${labels.severity}`);
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
