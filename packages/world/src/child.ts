import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { StartError } from "@voltmarg/client/node";

export type Child = {
  name: string;
  url: string;
  readonly pid: number;
  /** How often it died and was restarted. */
  readonly restarts: number;
  /** Like a crash: the supervisor restarts it. */
  kill(signal?: NodeJS.Signals): void;
  /** Ends it and starts it again at once; resolves when it is ready. */
  restart(): Promise<void>;
  /** Resolves when it is ready again after its latest death. */
  isReady(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  name: string;
  file: string;
  env: Record<string, string>;
  logDir: string;
  say(message: string): void;
  /** Milliseconds it gets to exit by itself. */
  stopWithin?: number;
  /** The most milliseconds between a death and the restart. */
  longestPause?: number;
  /** Arguments for Node. */
  nodeArgs?: string[];
};

const readyWithin = 60_000;
const longestPause = 10_000;

/** Runs a program, restarts it when it dies, and resolves once it is ready for the first time. */
export async function supervise(options: Options): Promise<Child> {
  mkdirSync(options.logDir, { recursive: true });
  let stopping = false;
  let restarts = 0;
  let asked = new AbortController();
  let launched = Promise.withResolvers<void>();
  let current = launch(options);
  let ready = current.ready;
  const url = await ready.catch((error: unknown) => {
    current.process.kill("SIGKILL");
    throw error;
  });

  const restartForever = async () => {
    let pause = 100;
    for (;;) {
      const startedAt = Date.now();
      const how = await current.ended;
      if (stopping) return;
      pause =
        Date.now() - startedAt > 30_000
          ? 100
          : Math.min(pause * 2, options.longestPause ?? longestPause);
      const words = how.startsWith("exit") ? lastWords(current.lines) : "";
      if (!asked.signal.aborted)
        options.say(`${options.name} ended (${how}${words && `: ${words}`}); starting it again`);
      let goOn = () => {};
      ready = new Promise<void>((resolve) => (goOn = resolve)).then(() => current.ready);
      ready.catch(() => {});
      await wait(pause, undefined, { signal: asked.signal }).catch(() => {});
      asked = new AbortController();
      if (stopping) return;
      restarts += 1;
      current = launch(options);
      goOn();
      launched.resolve();
      launched = Promise.withResolvers<void>();
    }
  };
  const guard = restartForever();

  return {
    name: options.name,
    url,
    get pid() {
      return current.process.pid ?? 0;
    },
    get restarts() {
      return restarts;
    },
    kill: (signal = "SIGKILL") => void current.process.kill(signal),
    isReady: async () => void (await ready),
    async restart() {
      asked.abort();
      const next = launched.promise;
      await endCurrent();
      // Nothing comes next where it is being stopped.
      await Promise.race([next, guard]);
      await ready;
    },
    async stop() {
      stopping = true;
      await endCurrent();
      await guard;
    },
  };

  async function endCurrent(): Promise<void> {
    const { process, ended } = current;
    process.kill("SIGTERM");
    const late = wait(options.stopWithin ?? 10_000, "late", { ref: false });
    if ((await Promise.race([ended, late])) === "late") process.kill("SIGKILL");
  }
}

function launch({ name, file, env, logDir, nodeArgs = [] }: Options) {
  const child = spawn(process.execPath, [...nodeArgs, file], {
    // Uses the compile cache, so that a killed program is back sooner.
    env: { NODE_COMPILE_CACHE: join(logDir, "..", "compiled"), ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    // Ctrl-C is for the supervisor, which stops its children in order; they exit by themselves when their channel
    // closes.
    detached: true,
  });
  const logFile = join(logDir, `${name}.log`);
  const log = createWriteStream(logFile, { flags: "a" });
  // A full disk must not crash the supervisor.
  log.on("error", () => {});
  const ended = ending(child).finally(() => log.end());
  const lines: string[] = [];
  const readers = [child.stdout, child.stderr].flatMap((input) =>
    input ? [createInterface({ input })] : [],
  );
  for (const reader of readers) {
    reader.on("line", (line) => {
      log.write(`${line}\n`);
      if (lines.push(line) > 50) lines.shift();
    });
  }
  const ready = firstReady(child, readers, ended).catch((reason: unknown) => {
    throw new StartError(
      `The ${name} could not start: ${lastWords(lines) || String(reason)} (see ${logFile})`,
    );
  });
  ready.catch(() => {});
  return { process: child, ended, ready, lines };
}

function ending(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

/** A program reports that it is ready by a line `<name> ready <url>` or by a message `{ready: true, url}`. */
function firstReady(
  child: ChildProcess,
  readers: Interface[],
  ended: Promise<string>,
): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    child.on("message", (message) => {
      const { ready, url } = message as { ready?: boolean; url?: string };
      if (ready && url) resolve(url);
    });
    for (const reader of readers) {
      reader.on("line", (line) => {
        const url = / ready (http\S+)$/.exec(line)?.[1];
        if (url) resolve(url);
      });
    }
    void ended.then(reject);
    const late = `it was not ready within ${readyWithin / 1000} s`;
    setTimeout(reject, readyWithin, late).unref();
  });
}

/** The most useful line of a program that died: an error's message, from a stack trace or a JSON log line. */
function lastWords(lines: string[]): string {
  for (const line of lines.toReversed()) {
    if (line.startsWith("{")) {
      try {
        const row = JSON.parse(line) as {
          level?: number | string;
          msg?: string;
          err?: { message?: string };
        };
        const grave = row.level === "fatal" || row.level === "error" || Number(row.level) >= 50;
        if (grave) return row.err?.message ?? row.msg ?? line;
      } catch {
        // It was not a log line.
      }
    }
    const error = /^(?:Uncaught )?\w*Error(?: \[\w+\])?: (.*)/.exec(line)?.[1];
    if (error) return error;
  }
  return (
    lines.findLast(
      (line) => line.trim() !== "" && !line.startsWith("{") && !/^\s|^Node\.js/.test(line),
    ) ?? ""
  );
}
