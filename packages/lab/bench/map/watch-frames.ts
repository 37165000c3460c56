declare global {
  interface Window {
    /** ms of JavaScript in each frame, by the map's drawing and by messages from its workers */
    frameTimes: number[];
    /** start and length, ms, of tasks longer than 50 ms */
    longTasks: [number, number][];
    /** ms from the next click until a heading with this text is painted */
    untilPainted(heading: string): Promise<number>;
  }
}

/** Runs in the page before any other script. */
export function watchFrames(): void {
  window.frameTimes = [];
  window.longTasks = [];
  let spent = 0;
  let frame = -1;
  const timed = <A extends unknown[]>(work: (...given: A) => unknown) =>
    function (this: unknown, ...given: A) {
      const began = performance.now();
      try {
        return work.apply(this, given);
      } finally {
        spent += performance.now() - began;
      }
    };
  const ask = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) =>
    ask((time) => {
      if (time !== frame) {
        if (frame >= 0) window.frameTimes.push(spent);
        frame = time;
        spent = 0;
      }
      timed(draw)(time);
    });
  const listen = Worker.prototype.addEventListener;
  Worker.prototype.addEventListener = function (
    this: Worker,
    type: string,
    listener: EventListenerOrEventListenerObject,
    ...rest: [options?: boolean | AddEventListenerOptions]
  ) {
    const own = typeof listener === "function" ? timed(listener as () => unknown) : listener;
    listen.call(this, type, own as EventListener, ...rest);
  };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      window.longTasks.push([startTime, duration]);
  }).observe({ type: "longtask", buffered: true });

  window.untilPainted = (heading) =>
    new Promise((resolve) => {
      addEventListener(
        "click",
        ({ timeStamp }) => {
          const look = () => {
            const shown = [...document.querySelectorAll("h1")].some(
              (one) => one.textContent?.trim() === heading,
            );
            if (!shown) return ask(look);
            // What this frame draws is visible when the next one begins.
            return ask(() => resolve(performance.now() - timeStamp));
          };
          ask(look);
        },
        { capture: true, once: true },
      );
    });
}
