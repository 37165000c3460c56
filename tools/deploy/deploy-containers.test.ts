import { createMetrics } from "../../packages/server/src/platform/observability/metrics.ts";
import { servicePaths } from "../../packages/contract/src/app-pages.ts";
import { expect, test } from "vitest";
import { filesIn, readFile, readYaml } from "@voltmarg/testkit/deploy-files";

/** Paths of the liveness and readiness probes. */
const routes = [
  ...readFile("packages/server/src/platform/http/status.routes.ts").matchAll(
    /http[.]get\("([^"]+)"/g,
  ),
].map(([, path]) => path);

type Service = {
  image?: string;
  build?: object;
  environment?: Record<string, string>;
  secrets?: string[];
  networks?: string[];
  read_only?: boolean;
  deploy?: { replicas: number };
};

test("compose: secrets and networks of a service exist, and three replicas have read-only file systems", () => {
  const [file] = readYaml("deploy/container/compose.yaml") as [
    Record<"services" | "secrets" | "networks", Record<string, Service>>,
  ];
  for (const [name, service] of Object.entries(file.services)) {
    expect(Object.keys(file.secrets), name).toEqual(expect.arrayContaining(service.secrets ?? []));
    expect(Object.keys(file.networks), name).toEqual(
      expect.arrayContaining(service.networks ?? []),
    );
    const files = Object.values(service.environment ?? {}).flatMap(
      (value) => /^\/run\/secrets\/(.+)$/.exec(value)?.[1] ?? [],
    );
    expect(service.secrets ?? [], name).toEqual(expect.arrayContaining(files));
    if (!service.build) expect(service.image, name).toMatch(/:(?!latest)[\w.-]+$/);
  }
  expect(file.services["voltmarg"]).toMatchObject({ read_only: true, deploy: { replicas: 3 } });
});

/** What follows the name of a backend, until the next one. */
const backendOf = (text: string, name: string) =>
  new RegExp(`\nbackend ${name}\n((?: .*\n)*)`).exec(`${text}\n`)![1]!;
const serversOf = (text: string) => [...text.matchAll(/^ +server.*/gm)].map(([line]) => line);

test("HAProxy checks readiness, hides the metrics, and knows the replicas Prometheus scrapes", () => {
  for (const path of ["deploy/haproxy/haproxy.cfg", "deploy/container/haproxy.cfg"]) {
    const text = readFile(path);
    expect(routes, path).toContain(/httpchk GET (\S+)/.exec(text)?.[1]);
    expect(text, path).toContain("deny deny_status 404 if { path /metrics }");
    expect(text, path).toContain("del-header X-Forwarded-For");
    // Its default log formats and these variables contain path or query: places, numbers, keys, tokens.
    expect(text, path).not.toMatch(/option httplog|%HPO?\b|%HU|%HQ|%r\b|%\{\+Q\}r|url|capture req/);
    // The address, and the id that joins it to the service's line.
    expect(/log-format "(.*)"/.exec(text)?.[1], path).toMatch(
      /^%ci:.* %HM \/%\[var\(txn[.]part\)\] %HV %\[capture[.]res[.]hdr\(0\)\]$/,
    );
    expect(text.match(/^ +(?:http-response|declare) capture .*$/gm), path).toEqual([
      "    declare capture response len 64",
      "    http-response capture res.hdr(x-request-id) id 0",
    ]);
    expect(text, path).toContain("http-request set-var(txn.part) path,field(2,/)\n");
    // A path with a rule of its own is one of the service's: the rest is the app's to name.
    const ruled = [...text.matchAll(/[{] path(?:_\w+)? (\S+) [}]/g)].map(([, each]) => each!);
    expect(ruled.length, path).toBeGreaterThan(2);
    expect(
      ruled.filter((each) => !servicePaths.test(each)),
      path,
    ).toEqual([]);
    // Operators' messages fill one replica after another.
    const partners = backendOf(text, "partners");
    expect(text, path).toContain("use_backend partners if { path_beg /ocpi/ }");
    expect(partners, path).toMatch(/balance first\n(.*\n)* .*check .*maxconn 64\n/);
    expect(partners, path).toContain("httpchk GET /readyz");
    // A live stream of a driver is a connection for as long as it lasts.
    expect(backendOf(text, "voltmarg"), path).toMatch(/default-server .* maxconn 2000\n/);
    expect(serversOf(partners), path).toEqual(serversOf(backendOf(text, "voltmarg")));
  }
  const servers = serversOf(backendOf(readFile("deploy/haproxy/haproxy.cfg"), "voltmarg"));
  const ports = servers.map((line) => /127[.]0[.]0[.]1:(\d+)$/.exec(line)?.[1]);
  expect(ports).toHaveLength(3);
  const prometheus = readFile("deploy/observe/prometheus.yml");
  const page = readFile("docs/operations/run-in-production.md");
  for (const port of ports) {
    expect(prometheus).toContain(`127.0.0.1:1${port}`);
    expect(page).toContain(`voltmarg@${port}`);
  }
});

type Labels = Record<string, string>;
type Probe = { httpGet: { path: string; port: string } };
type Workload = {
  replicas: number;
  selector: { matchLabels: Labels };
  template: {
    metadata: { labels: Labels };
    spec: {
      terminationGracePeriodSeconds: number;
      securityContext: { runAsNonRoot: boolean; runAsUser: number };
      containers: (Record<"startupProbe" | "readinessProbe" | "livenessProbe", Probe> & {
        image: string;
        envFrom: { configMapRef: { name: string } }[];
        ports: { name: string; containerPort: number }[];
        resources: { limits: Labels; requests: Labels };
        securityContext: object;
        volumeMounts: { name: string; mountPath: string }[];
      })[];
      volumes: { name: string; secret?: { secretName: string } }[];
    };
  };
};
type Item = {
  kind: string;
  metadata: { name: string; annotations?: Labels };
  spec?: unknown;
  data?: Labels;
  stringData?: Labels;
};

test("Kubernetes: references between objects are valid, probes use existing routes, nothing runs as root", () => {
  const [list] = readYaml("deploy/kubernetes/kustomization.yaml") as [{ resources: string[] }];
  const all = filesIn("deploy/kubernetes/*.yaml").map((path) => path.split("/").at(-1)!);
  expect([...list.resources, "kustomization.yaml", "secret.example.yaml"].toSorted()).toEqual(all);
  const items = all.flatMap((name) => readYaml(`deploy/kubernetes/${name}`) as Item[]);
  const one = <Spec>(kind: string, name = "voltmarg"): Omit<Item, "spec"> & { spec: Spec } => {
    const found = items.find((item) => item.kind === kind && item.metadata.name === name);
    if (!found) throw new Error(`no ${kind} ${name}`);
    return found as Omit<Item, "spec"> & { spec: Spec };
  };
  const entries = items.filter(({ kind }) => kind === "Ingress");
  expect(entries).toHaveLength(2);
  const ruled = JSON.stringify(entries).matchAll(/"path":"([^"]+)"/g);
  expect([...ruled].map(([, path]) => path!).filter((path) => !servicePaths.test(path))).toEqual([
    "/",
  ]);
  for (const { metadata } of entries)
    expect(metadata.annotations).toMatchObject({
      "nginx.ingress.kubernetes.io/enable-access-log": "false",
    });
  const { spec: work } = one<Workload>("Deployment");
  const { labels } = work.template.metadata;
  const pod = work.template.spec;
  const [container] = pod.containers;
  expect(labels).toMatchObject(work.selector.matchLabels);
  expect(work.replicas).toBe(3);
  const ports = new Map(container!.ports.map(({ name, containerPort }) => [name, containerPort]));
  for (const { httpGet } of [
    container!.startupProbe,
    container!.readinessProbe,
    container!.livenessProbe,
  ]) {
    expect(routes).toContain(httpGet.path);
    expect(ports.has(httpGet.port)).toBe(true);
  }
  expect(container!.readinessProbe.httpGet.path).toBe("/readyz");
  expect(container!.livenessProbe.httpGet.path).toBe("/healthz");
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
  expect(container!.securityContext).toMatchObject({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
  });
  expect(Object.keys(container!.resources.limits).toSorted()).toEqual(["cpu", "memory"]);
  expect(container!.image).not.toMatch(/:latest$|^[^:]*$/);

  const settings = one("ConfigMap", container!.envFrom[0]!.configMapRef.name).data!;
  expect(ports.get("metrics")).toBe(Number(settings["METRICS_PORT"]));
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(settings["DRAIN_SECONDS"]) + 36);
  const volume = pod.volumes.find(({ secret }) => secret)!;
  const mount = container!.volumeMounts.find(({ name }) => name === volume.name)!;
  const secret = one("Secret", volume.secret!.secretName);
  const wanted = Object.entries(settings)
    .filter(([name]) => name.endsWith("_FILE"))
    .map(([, path]) => path.replace(`${mount.mountPath}/`, ""));
  expect(wanted.toSorted()).toEqual(Object.keys(secret.stringData!).toSorted());

  for (const name of ["voltmarg", "voltmarg-metrics"]) {
    const { spec } = one<{ selector: Labels; ports: { targetPort: string }[] }>("Service", name);
    expect(labels).toMatchObject(spec.selector);
    for (const { targetPort } of spec.ports) expect(ports.has(targetPort), name).toBe(true);
  }
  type Backend = { service: { name: string; port: { name: string } } };
  const { spec: ingress } = one<{ rules: { http: { paths: { backend: Backend }[] } }[] }>(
    "Ingress",
  );
  const { service } = ingress.rules[0]!.http.paths[0]!.backend;
  const { spec: target } = one<{ ports: { name: string }[] }>("Service", service.name);
  expect(target.ports.map(({ name }) => name)).toContain(service.port.name);

  const { spec: budget } = one<{ minAvailable: number; selector: { matchLabels: Labels } }>(
    "PodDisruptionBudget",
  );
  expect(labels).toMatchObject(budget.selector.matchLabels);
  expect(budget.minAvailable).toBeLessThan(work.replicas);
  const { spec: scaler } = one<{
    scaleTargetRef: { kind: string; name: string };
    minReplicas: number;
    metrics: { pods?: { metric: { name: string } } }[];
  }>("HorizontalPodAutoscaler");
  expect(one(scaler.scaleTargetRef.kind, scaler.scaleTargetRef.name)).toBeDefined();
  expect(scaler.minReplicas).toBe(work.replicas);
  const figures = createMetrics().registry;
  for (const { pods } of scaler.metrics)
    if (pods) expect(figures.getSingleMetric(pods.metric.name)).toBeDefined();
  const { spec: network } = one<{
    podSelector: { matchLabels: Labels };
    ingress: { ports: { port: number }[] }[];
  }>("NetworkPolicy");
  expect(labels).toMatchObject(network.podSelector.matchLabels);
  const open = network.ingress.flatMap((rule) => rule.ports.map(({ port }) => port));
  expect(new Set(open)).toEqual(new Set(ports.values()));
});
