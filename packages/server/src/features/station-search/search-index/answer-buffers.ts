/** Memory for answers that are being written or sent, used again and again: new memory is slow when it is first touched. */
const SMALLEST = 1 << 16;
/** Bytes kept for answers to come; beyond, what waited longest is freed at once, as no garbage collector is in a hurry to. */
const MOST_IDLE = 32 << 20;

const idle: Buffer<ArrayBuffer>[] = [];
let idleBytes = 0;

/** A buffer of at least this size: the smallest that is idle, or a new one, of few sizes, so that others fit in it. */
export function takeBuffer(size: number): Buffer<ArrayBuffer> {
  let best = -1;
  idle.forEach(({ length }, at) => {
    if (length >= size && (best < 0 || length < idle[best]!.length)) best = at;
  });
  if (best < 0) {
    const room = 2 ** Math.ceil(Math.log2(Math.max(size, SMALLEST)));
    return Buffer.from(new ArrayBuffer(room));
  }
  const [buffer] = idle.splice(best, 1);
  idleBytes -= buffer!.length;
  return buffer!;
}

export function giveBuffer(buffer: Buffer<ArrayBuffer>): void {
  idle.push(buffer);
  idleBytes += buffer.length;
  while (idleBytes > MOST_IDLE) {
    const oldest = idle.shift()!;
    idleBytes -= oldest.length;
    oldest.buffer.transfer(0);
  }
}
