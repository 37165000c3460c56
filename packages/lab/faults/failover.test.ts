// The run itself needs Patroni, etcd and HAProxy, and minutes: it is no part of `npm test`.
import { connect, createServer, type AddressInfo } from "node:net";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { freePort } from "@voltmarg/world/ports";
import { startLink } from "./failover/link.ts";
import {
  etcdOf,
  isWhole,
  leaderOf,
  longestGap,
  machineEnv,
  whatIsMissing,
  withAddresses,
  withSocketsIn,
} from "./failover/settings.ts";

const shipped = (name: string) =>
  readFileSync(new URL(`../../../deploy/patroni/${name}`, import.meta.url), "utf8");
const ports = { postgres: 1, health: 2, reachedAt: 3, etcd: 4 };
const folders = { data: "/d", programs: "/p", home: "/h" };

test("the run uses the shipped settings: each value of a machine that it sets is one that patroni.env has", () => {
  const named = new Set(
    [...shipped("patroni.env").matchAll(/^(PATRONI_\w+)=/gm)].map(([, name]) => name),
  );
  const own = Object.keys(machineEnv("db1", ports, folders, "ETCD3"));
  expect(own.filter((name) => !named.has(name))).toEqual(["PATRONI_ETCD3_USE_PROXIES"]);
  expect(machineEnv("db1", ports, folders, "ETCD")).toHaveProperty("PATRONI_ETCD_HOSTS");
  expect(["3.0.2", "3.1.0", "3.3.4", "4.1.4"].map(etcdOf)).toEqual([
    "ETCD",
    "ETCD3",
    "ETCD3",
    "ETCD3",
  ]);
  const text = shipped("patroni.yaml");
  expect(withSocketsIn(text, "/x").split("/x")).toHaveLength(2);
  const seconds = (name: string) => Number(new RegExp(`\\b${name}: (\\d+)`).exec(text)?.[1]);
  expect(seconds("ttl")).toBeGreaterThanOrEqual(
    seconds("loop_wait") + 2 * seconds("retry_timeout"),
  );
  expect(text).toMatch(/synchronous_mode: true\n[^]*synchronous_mode_strict: true\n/);
  expect(text).toContain("statement_timeout: 0");
});

test("HAProxy gets the addresses of the run, and a machine it does not have is left out", () => {
  const machines = new Map([["db1", { postgres: 11, health: 12 }]]);
  const text = withAddresses(shipped("haproxy.cfg"), { primary: 21, standby: 22 }, machines);
  expect(text).toContain("bind 127.0.0.1:21\n    option httpchk OPTIONS /primary");
  expect(text).toContain("bind 127.0.0.1:22\n    option httpchk OPTIONS /replica");
  expect(text.match(/^ {4}server .*$/gm)).toEqual(
    Array.from({ length: 2 }, () => "    server db1 127.0.0.1:11 check port 12"),
  );
  expect(text).toContain("on-marked-down shutdown-sessions");
});

test("a cluster is whole when all follow one primary and one confirms its commits", () => {
  const member = (name: string, role: string, state = "running") => ({ name, role, state });
  const [db1, db2, db3] = [
    member("db1", "leader"),
    member("db2", "sync_standby", "streaming"),
    member("db3", "replica"),
  ];
  expect(leaderOf({ members: [db2, db1] })).toBe("db1");
  expect(leaderOf({ members: [db2, db3] })).toBeUndefined();
  expect(isWhole({ members: [db1, db2, db3] }, 3, true)).toBe(true);
  expect(isWhole({ members: [db1, db2, db3] }, 3, false)).toBe(false);
  expect(isWhole({ members: [db1, db2] }, 3, true)).toBe(false);
  expect(isWhole({ members: [db1, db3, member("db2", "replica")] }, 3, true)).toBe(false);
  expect(isWhole({ members: [db1, db2, member("db3", "replica", "starting")] }, 3, true)).toBe(
    false,
  );
});

test("what is not installed is named in one sentence", () => {
  expect(whatIsMissing({ patroni: "/usr/bin/patroni", etcd: "/usr/bin/etcd" })).toBeNull();
  expect(whatIsMissing({ patroni: undefined, etcd: "/usr/bin/etcd" })).toBe(
    "A failover needs patroni: install them (Debian: apt-get install patroni etcd-server haproxy postgresql), or say where they are with PATRONI=<path>.",
  );
});

test("the time away is the longest between two confirmed changes", () => {
  expect(longestGap([0, 100, 5_100, 5_200])).toBe(5);
  expect(longestGap([0])).toBe(0);
});

test("what a silent link was given is lost, and a mended one passes what comes new", async () => {
  const echo = createServer((socket) => void socket.pipe(socket));
  await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
  const link = await startLink(await freePort(), (echo.address() as AddressInfo).port);
  const call = () => {
    const socket = connect(link.port, "127.0.0.1");
    socket.setEncoding("utf8");
    socket.on("error", () => {});
    let heard = "";
    socket.on("data", (text: string) => (heard += text));
    return {
      socket,
      heard: () => heard,
      said: (text: string) =>
        new Promise<boolean>((resolve) => {
          socket.once("data", () => resolve(true));
          socket.once("close", () => resolve(false));
          socket.write(text);
        }),
    };
  };
  const before = call();
  expect(await before.said("one")).toBe(true);
  link.silence();
  const unheard = before.said("two");
  link.mend();
  expect(await unheard).toBe(false);
  expect(before.heard()).toBe("one");
  const after = call();
  expect(await after.said("four")).toBe(true);
  after.socket.destroy();
  await link.close();
  await new Promise<void>((resolve) => echo.close(() => resolve()));
});
