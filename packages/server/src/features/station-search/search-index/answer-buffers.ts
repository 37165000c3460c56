/** Memory for answers that are being written or sent, used again and again: new memory is slow when it is first touched. */
const SMALLEST = 1 << 16;
/** Bytes kept for answers to come; beyond, what comes back is freed at once, as no garbage collector is in a hurry to. */
const MOST_IDLE = 48 << 20;

const idle: Buffer<ArrayBuffer>[] = [];
let idleBytes = 0;

/** A buffer of at least this size, of few sizes, so that one fits where another was. */
export function takeBuffer(size: number): Buffer<ArrayBuffer> {
  const room = 2 ** Math.ceil(Math.log2(Math.max(size, SMALLEST)));
  const at = idle.findLastIndex(({ length }) => length === room);
  if (at < 0) return Buffer.from(new ArrayBuffer(room));
  idleBytes -= room;
  return idle.splice(at, 1)[0]!;
}

export function giveBuffer(buffer: Buffer<ArrayBuffer>): void {
  if (idleBytes + buffer.length > MOST_IDLE) {
    buffer.buffer.transfer(0);
    return;
  }
  idle.push(buffer);
  idleBytes += buffer.length;
}
