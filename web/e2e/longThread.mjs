// What an agent feels in a thread of thousands of messages, measured inside the page: how long a click
// waits for the newest message, and which frames and movements the wheel makes on the way up.

const LOG = '[role=log]';

/** Clicks the ticket in the list; gives the milliseconds until its newest messages are painted. */
export async function openTimed(page, number) {
  const painted = page.evaluate(
    ([log]) =>
      new Promise((done) => {
        let clicked = null;
        // The event's own time is when the hand came down, not when the page got to it.
        addEventListener('click', (event) => (clicked = event.timeStamp), { capture: true, once: true });
        const look = new MutationObserver(() => {
          if (document.querySelector(`${log} article`) === null) return;
          look.disconnect();
          // A task after the frame's callbacks runs when the frame is painted.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => {
              performance.measure('open', { start: clicked, end: performance.now() });
              done(performance.now() - clicked);
            };
            port2.postMessage(null);
          });
        });
        look.observe(document.body, { subtree: true, childList: true });
      }),
    [LOG],
  );
  await page.locator(`a[href^="/ticket/${number}"]`).first().click();
  return painted;
}

/** Begins to note every frame, every long task, and how far what is under the pointer moves in a frame. */
function watch(page) {
  return page.evaluate(
    ([log]) => {
      const seen = { frames: [], tasks: [], moves: [], running: true };
      const scroller = document.querySelector(log);
      const { left, top, width, height } = scroller.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const tasks = new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map(({ duration }) => duration)));
      tasks.observe({ type: 'longtask' });
      const under = () => document.elementFromPoint(x, y)?.closest('article');
      let last = performance.now();
      let held = null;
      const frame = (at) => {
        if (!seen.running) return;
        seen.frames.push(at - last);
        last = at;
        const now = held?.element.isConnected ? held.element.getBoundingClientRect().top : null;
        if (now !== null) seen.moves.push(now - held.top);
        // The same one while it is in sight; between two messages there is none, and none is looked for.
        const element = now !== null && now > top && now < top + height ? held.element : under();
        held = element ? { element, top: element.getBoundingClientRect().top } : null;
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
      window.stopWatching = () => {
        seen.running = false;
        tasks.disconnect();
        return seen;
      };
    },
    [LOG],
  );
}

/** Does `act` and gives the milliseconds that the page's main thread worked meanwhile, whatever else the machine had to do. */
export async function worked(page, act) {
  const meter = await page.context().newCDPSession(page);
  await meter.send('Performance.enable', { timeDomain: 'threadTicks' });
  const now = async () => (await meter.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value;
  const begun = await now();
  const result = await act();
  const cpu = ((await now()) - begun) * 1000;
  await meter.detach();
  return { result, cpu };
}

/** Rests near the top until an older page has come; gives how far it moved what was being read. */
export function restUntilOlder(page) {
  return page.evaluate(
    ([log]) =>
      new Promise((done) => {
        const scroller = document.querySelector(log);
        // Where it stands already, nothing would be told.
        scroller.scrollTop = scroller.scrollTop === 100 ? 101 : 100;
        const middle = scroller.getBoundingClientRect().top + scroller.clientHeight / 2;
        const read = [...scroller.querySelectorAll('article')].find((one) => one.getBoundingClientRect().bottom > middle);
        const before = { top: read.getBoundingClientRect().top, count: scroller.querySelectorAll('article').length };
        const look = () => {
          if (scroller.querySelectorAll('article').length === before.count) return void requestAnimationFrame(look);
          // Where it stands is told after the frame in which the page came, and once more when all has settled.
          requestAnimationFrame(() => requestAnimationFrame(() => done(read.getBoundingClientRect().top - before.top)));
        };
        requestAnimationFrame(look);
      }),
    [LOG],
  );
}

/** Turns the wheel upwards over the messages: so many pixels, at a speed a hand can have. */
export async function scrollUp(page, distance, speed) {
  const box = await page.locator(LOG).boundingBox();
  const wheel = await page.context().newCDPSession(page);
  await watch(page);
  await wheel.send('Input.synthesizeScrollGesture', {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    yDistance: distance,
    speed,
    gestureSourceType: 'mouse',
  });
  const seen = await page.evaluate(() => window.stopWatching());
  await wheel.detach();
  // The first frame is from the call to the first callback.
  return { frames: seen.frames.slice(1), tasks: seen.tasks, moves: seen.moves };
}

/** The value that the share `part` of all values does not exceed. */
export function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
