import { expect, test } from "vitest";
import { createWriteBehind } from "./write-behind.ts";

const away = () => Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" });
const wrong = () => Object.assign(new Error("not a text"), { code: "22021" });

function logOf(write: (batch: readonly number[]) => Promise<unknown>, most = {}) {
  const lost = { full: 0, refused: 0 };
  const log = createWriteBehind<number>({
    write,
    mostRows: 100,
    mostBytes: 1_000,
    batch: { rows: 3, bytes: 100 },
    onLost: (why, rows) => (lost[why] += rows),
    ...most,
  });
  return { ...log, lost };
}

test("rows are written in order, in batches limited by rows and bytes", async () => {
  const batches: (readonly number[])[] = [];
  const log = logOf(async (batch) => void batches.push(batch));
  for (const row of [1, 2, 3, 4]) log.put(row, 10);
  for (const row of [5, 6, 7]) log.put(row, 60);
  log.put(8, 500);
  await log.flush();
  expect(batches).toEqual([[1, 2, 3], [4, 5], [6], [7], [8]]);
  await log.flush();
  expect(batches).toHaveLength(5);
});

test("above the maximum of rows or bytes, rows are dropped and counted until a flush", async () => {
  const written: number[] = [];
  const write = async (batch: readonly number[]) => void written.push(...batch);
  const few = logOf(write, { mostRows: 2 });
  for (const row of [1, 2, 3, 4]) few.put(row, 1);
  expect(few.lost).toEqual({ full: 2, refused: 0 });
  await few.flush();
  few.put(5, 1);
  await few.flush();
  expect(written).toEqual([1, 2, 5]);
  const small = logOf(write, { mostBytes: 10 });
  for (const row of [6, 7]) small.put(row, 6);
  expect(small.lost.full).toBe(1);
});

test("while the database is down, rows wait in order and are written once; later rows are not lost", async () => {
  const written: number[] = [];
  let isAway = true;
  const log = logOf(async (batch) => {
    if (isAway) throw away();
    written.push(...batch);
  });
  for (const row of [1, 2, 3, 4]) log.put(row, 1);
  await log.flush();
  log.put(5, 1);
  isAway = false;
  const both = [log.flush(), log.flush()];
  log.put(6, 1);
  await Promise.all(both);
  log.put(7, 1);
  const last = log.flush();
  log.put(8, 1);
  await last;
  expect([written, log.lost]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], { full: 0, refused: 0 }]);
});

test("only a row that the database refuses is lost; if it refuses all, only a few are tried", async () => {
  const written: number[] = [];
  let tried = 0;
  const picky = logOf(
    async (batch) => {
      tried++;
      if (batch.some((row) => row < 0)) throw wrong();
      written.push(...batch);
    },
    { batch: { rows: 50, bytes: 1_000 } },
  );
  for (const row of [1, -2, 3]) picky.put(row, 1);
  await picky.flush();
  expect([written, picky.lost.refused]).toEqual([[1, 3], 1]);
  tried = 0;
  for (let row = -40; row < 0; row++) picky.put(row, 1);
  await picky.flush();
  expect([picky.lost.refused, tried]).toEqual([41, 6]);
});
