import { createFreeList } from "./free-list.ts";

/**
 * Bytes of every location, of the views on them and of the answers being made, in one memory: a copy within it costs a
 * quarter of a copy between two.
 */
export type Arena = {
  bytes: Buffer;
  take(size: number): number;
  give(start: number, size: number): void;
  /** Bytes ever taken; what was given back is taken again first. */
  readonly used: number;
};

const UNIT = 128;
const LARGE = 64 * 1024;

/** Reserves `reserve` bytes of address space; pages are touched only as they fill. Grows by copying when that was too little. */
export function createArena(reserve: number): Arena {
  const arena: Arena = {
    bytes: Buffer.from(new ArrayBuffer(reserve)),
    // Large pieces are answers: of few sizes, so that one fits where another was.
    take: (size) => freeList.take(size > LARGE ? powerOfTwo(size) : size),
    give: (start, size) => freeList.give(start, size > LARGE ? powerOfTwo(size) : size),
    get used() {
      return freeList.end;
    },
  };
  const freeList = createFreeList(UNIT, (end) => {
    if (end <= arena.bytes.length) return;
    const larger = Buffer.from(new ArrayBuffer(Math.max(end, arena.bytes.length * 2)));
    larger.set(arena.bytes);
    arena.bytes = larger;
  });
  return arena;
}

const powerOfTwo = (size: number) => 2 ** Math.ceil(Math.log2(size));
