import { chownSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sentenceOf, StartError } from "@voltmarg/client/node";
import { type Env, fillIn, ownSecrets, shipped } from "@voltmarg/testkit/shipped";
import { resultLine } from "../report.ts";
import { callDrivers } from "./call-drivers.ts";
import type { Done } from "./drivers.ts";
import { attempt, bringIn, docker, makeBases, startDocker } from "./containers.ts";
import { freshDebian, needPrograms, run } from "./machine.ts";

const help = `Builds the image from the last commit and runs it with each environment that is shipped: read-only, without
capabilities, as its own user. Asks for the pages, runs the commands in it, and stops it while drivers charge. The base
images are made by debootstrap. Needs Linux, root, and 12 GB of disk.

  npm run lab -- image-rehearsal
  npm run lab -- image-rehearsal -- --broken   the console is left out of the image: must fail
  npm run lab -- image-rehearsal -- --pull     with the base images that the Dockerfile names`;

const root = join(import.meta.dirname, "..", "..", "..");
const work = "/var/tmp/voltmarg-rehearsal";
const TAG = "voltmarg-rehearsal";
/** Where what is around the service runs; the service shares its network. */
const AROUND = `${TAG}-around`;
const STOP_SECONDS = 10;
const READY_MS = 90_000;
const PATHS = ["/", "/console/", "/api/user/v1/appversion/appName/emsp?device_type=android"];

const say = (line: string) => console.log(line);
let steps = 0;
const failures: string[] = [];

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      broken: { type: "boolean" },
      pull: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return say(help);
  needPrograms({ dockerd: "docker.io", debootstrap: "debootstrap", git: "git" });
  mkdirSync(work, { recursive: true });
  await startDocker(join(work, "docker"));
  const outside = join(work, "outside");
  freshDebian(join(work, "cache"), outside, ["postgresql", "nats-server"]);
  bringIn(outside, AROUND);
  const bases = values.pull ? [] : makeBases(TAG, join(work, "cache"), join(work, "base"));
  const context = join(work, "context");
  rmSync(context, { recursive: true, force: true });
  mkdirSync(context);
  run("sh", "-c", `git -C ${root} archive HEAD | tar -x -C ${context}`);
  const build = ["build", "--network=host", ...bases, "--file=deploy/container/Dockerfile"];
  await step("the image is built", () => docker(...build, `--tag=${TAG}`, context), Boolean);
  const megabytes = Number(docker("image", "inspect", "--format={{.Size}}", TAG)) / 1_000_000;
  if (values.broken) leaveOutConsole();

  let stopped = Number.NaN;
  let lost = 0;
  try {
    await startAround();
    for (const [name, env] of Object.entries(shipped)) await tryEnvironment(name, env);
    ({ stopped, lost } = await stopWhileCharging());
  } catch (error) {
    failures.push(String(error));
  } finally {
    attempt("rm", "--force", TAG, AROUND);
  }
  for (const each of failures) say(`FAILED  ${each}`);
  const tried = { steps, failed: failures.length, environments: Object.keys(shipped).length };
  const size = { megabytes: megabytes.toFixed(0), stop_seconds: stopped.toFixed(1) };
  say(resultLine("image-rehearsal", { ...tried, ...size, lost }));
  process.exitCode = failures.length + lost === 0 && stopped < STOP_SECONDS ? 0 : 1;
}

/** One thing that is tried; `is` says whether what came out is right. Goes on after a failure. */
async function step<T>(what: string, doing: () => T | Promise<T>, is: (found: T) => boolean) {
  steps += 1;
  const before = performance.now();
  const found = await doing();
  const seconds = ((performance.now() - before) / 1000).toFixed(0);
  if (is(found)) say(`ok  ${seconds.padStart(4)} s  ${what}`);
  else {
    failures.push(`${what}: ${JSON.stringify(found)}`);
    say(`FAILED      ${failures.at(-1)}`);
  }
  return found;
}

function leaveOutConsole(): void {
  const file = join(work, "broken.Dockerfile");
  writeFileSync(file, `FROM ${TAG}\nUSER 0\nRUN rm -r packages/console\nUSER 10001:10001\n`);
  docker("build", `--file=${file}`, `--tag=${TAG}`, work);
}

/** PostgreSQL, NATS and the simulators, which run from this folder. */
async function startAround(): Promise<void> {
  attempt("rm", "--force", TAG, AROUND);
  const files = join(work, "srv");
  rmSync(files, { recursive: true, force: true });
  mkdirSync(join(files, "images"), { recursive: true });
  for (const path of [files, join(files, "images")]) chownSync(path, 10_001, 10_001);
  const secrets = join(work, "secrets");
  rmSync(secrets, { recursive: true, force: true });
  mkdirSync(secrets);
  const own: Env = { ...ownSecrets, "database-url": databaseOf("voltmarg") };
  for (const [name, text] of Object.entries(own)) {
    writeFileSync(join(secrets, name), text);
    chownSync(join(secrets, name), 10_001, 10_001);
  }
  const keys = `KEY_ID=rzp_test_rehearsal KEY_SECRET=${own["razorpay-key-secret"]} WEBHOOK_SECRET=${own["razorpay-webhook-secret"]}`;
  const node = "/checkout/node_modules/.bin/node /checkout/packages";
  const script = [
    "sed -i '1i host all all 127.0.0.1/32 trust' /etc/postgresql/15/main/pg_hba.conf",
    "pg_ctlcluster 15 main start",
    "su postgres -c 'createuser voltmarg'",
    'for name in voltmarg charges; do su postgres -c "createdb --owner voltmarg $name"; done',
    "nats-server --addr 127.0.0.1 &",
    `PORT=4200 OPERATORS=2 LOCATIONS=400 DEMO_SPEED=30 HOURS=always ${node}/cpo-sim/src/main.ts &`,
    `PORT=4300 ${keys} WEBHOOK_URL=http://127.0.0.1:8080/webhooks/razorpay ${node}/pay-sim/src/main.ts &`,
    "wait",
  ];
  const hosts = ["nats", "nats.nats", "storage"].map((name) => `--add-host=${name}:127.0.0.1`);
  const checkout = `--volume=${root}:/checkout:ro`;
  const words = ["bash", "-c", script.join("\n")];
  docker("run", "--detach", `--name=${AROUND}`, ...hosts, checkout, AROUND, ...words);
  const ready = "psql -h 127.0.0.1 -U voltmarg -c 'select 1' charges";
  for (let tries = 0; !attempt("exec", AROUND, "sh", "-c", ready); tries += 1) {
    if (tries === 120) throw new StartError(`${AROUND} does not start: docker logs ${AROUND}`);
    await wait(500);
  }
}

const databaseOf = (name: string) => `postgresql://voltmarg@127.0.0.1/${name}`;

/** Starts the service as it is deployed. Its secrets are in /run/secrets. */
function startService(env: Env): void {
  attempt("rm", "--force", TAG);
  const variables = Object.entries(env).map(([name, value]) => `--env=${name}=${value}`);
  docker(
    "run",
    "--detach",
    `--name=${TAG}`,
    `--network=container:${AROUND}`,
    ...variables,
    "--read-only",
    "--tmpfs=/tmp",
    "--cap-drop=ALL",
    "--security-opt=no-new-privileges:true",
    `--volume=${join(work, "secrets")}:/run/secrets:ro`,
    `--volume=${join(work, "srv")}:/srv/voltmarg`,
    TAG,
  );
}

/** What the service answers, asked from beside it: status and the beginning of the text. */
function ask(path: string): { status: number; text: string } {
  const script = `fetch("http://127.0.0.1:"+process.env.PORT+${JSON.stringify(path)}).then(async (a) => console.log(JSON.stringify({status:a.status,text:(await a.text()).slice(0,200)})), (e) => console.log(JSON.stringify({status:0,text:String(e.cause??e)})))`;
  const answer = attempt("exec", TAG, "node", "-e", script);
  return answer
    ? (JSON.parse(answer) as { status: number; text: string })
    : { status: 0, text: "" };
}

async function untilAnswers(path: string, status: number) {
  let found = ask(path);
  for (const until = Date.now() + READY_MS; found.status !== status && Date.now() < until;) {
    await wait(500);
    found = ask(path);
  }
  return found.status === status
    ? found
    : { ...found, log: run("sh", "-c", `docker logs --tail=5 ${TAG} 2>&1`).slice(-1_000) };
}

const command = (name: string, ...words: string[]) => {
  const url = name === "config" ? [] : ["--url", "http://127.0.0.1:" + portOf(TAG)];
  try {
    return docker("exec", TAG, "node", `packages/cli/src/${name}.ts`, ...words, ...url);
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}`;
  }
};
const portOf = (name: string) => docker("exec", name, "printenv", "PORT");

async function tryEnvironment(name: string, env: Env): Promise<void> {
  const elsewhere = "DATABASE_URL" in env && env["DATABASE_URL"] !== "";
  const own: Env = elsewhere
    ? { DATABASE_URL: databaseOf("voltmarg"), DATABASE_DIRECT_URL: databaseOf("voltmarg") }
    : {};
  startService({ ...fillIn(env, "/run/secrets"), ...own });
  await step(
    `${name}: it runs`,
    () => untilAnswers("/healthz", 200),
    ({ status }) => status === 200,
  );
  const checked = () => command("config", "check");
  await step(`${name}: config check`, checked, (text) => text.includes(" faults=0 "));
  const seller =
    "seller set --name Voltmarg --gstin 29AAFCV4182M1ZO --city Bengaluru --pin 560001 --officer-name Asha --officer-designation Officer --officer-phone +912026120001 --officer-email asha@voltmarg.in";
  const tax = "tax set --percent 18 --sac 998714";
  for (const line of env["VOLTMARG_ENV"] === "INT" ? [] : [seller, tax])
    await step(
      `${name}: provider ${line}`,
      () => command("provider", ...line.split(" ")),
      (text) => /29AAFCV4182M1ZO|18% .*IN_FORCE/.test(text),
    );
  await step(
    `${name}: operator list`,
    () => command("operator", "list"),
    (text) => !/cannot|Error/.test(text),
  );
  const version = "version set emsp android --latest 1.8.0 --oldest 1.8.0".split(" ");
  await step(
    `${name}: provider version set`,
    () => command("provider", ...version),
    (text) => text.includes("1.8.0"),
  );
  const ready = () => untilAnswers("/readyz", 200);
  await step(`${name}: /readyz`, ready, ({ status }) => status === 200);
  for (const path of PATHS)
    await step(
      `${name}: ${path}`,
      () => ask(path),
      ({ status }) => status === 200,
    );
  const user = () => docker("exec", TAG, "node", "-p", "process.getuid()");
  await step(`${name}: as uid 10001`, user, (uid) => uid === "10001");
}

/** Stops the service while drivers charge, starts it again, and waits for their bills. */
async function stopWhileCharging(): Promise<{ stopped: number; lost: number }> {
  const own = {
    PORT: "8080",
    PUBLIC_URL: "http://127.0.0.1:8080",
    DATABASE_URL: databaseOf("charges"),
    DATABASE_DIRECT_URL: databaseOf("charges"),
    OPERATORS: JSON.stringify(await operators()),
  };
  startService({ ...fillIn(shipped["rehearsal"]!, "/run/secrets"), ...own });
  await step(
    "charges: /readyz",
    () => untilAnswers("/readyz", 200),
    ({ status }) => status === 200,
  );
  const inNetwork = ["nsenter", `--target=${pidOf(AROUND)}`, "--net"] as const;
  const drivers = callDrivers(inNetwork, {
    url: "http://127.0.0.1:8080",
    outboxUrl: "http://127.0.0.1:8080",
    operatorUrl: "http://127.0.0.1:4200",
    paymentsUrl: "http://127.0.0.1:4300",
  });
  await step("drivers sign up", () => drivers("signUp"), Boolean);
  await drivers("begin");
  await wait(15_000);
  const before = performance.now();
  docker("stop", `--time=${STOP_SECONDS * 3}`, TAG);
  const stopped = (performance.now() - before) / 1000;
  const code = () => docker("inspect", "--format={{.State.ExitCode}}", TAG);
  await step("it stops by itself", code, (exit) => exit === "0");
  docker("start", TAG);
  await step(
    "charges: /readyz",
    () => untilAnswers("/readyz", 200),
    ({ status }) => status === 200,
  );
  const { lost, charges } = (await drivers("end")) as Done;
  await step(
    `${charges} charges are billed`,
    () => lost,
    (count) => count === 0 && charges > 0,
  );
  drivers.leave();
  return { stopped, lost };
}

const pidOf = (name: string) => docker("inspect", "--format={{.State.Pid}}", name);

/** The simulated operators, as the setting `OPERATORS` names them. */
async function operators(): Promise<object[]> {
  const script =
    "fetch('http://127.0.0.1:4200/control/operators').then((a) => a.text()).then(console.log)";
  const text = docker("exec", AROUND, "/checkout/node_modules/.bin/node", "-e", script);
  type Operator = { name: string; versionsUrl: string; tokenA: string };
  return (JSON.parse(text) as Operator[]).map(({ name, versionsUrl, tokenA }) => ({
    name,
    versions_url: versionsUrl,
    token_a: tokenA,
  }));
}

try {
  await main();
} catch (error) {
  console.error(sentenceOf(error) ?? error);
  process.exitCode = 1;
}
