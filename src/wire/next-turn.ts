/** Collects what wants to run in the next turn of the event loop. A timer of 0 ms would be held for 4 ms after a few rounds. */
function createTurnQueue(): (run: () => void) => void {
  const { port1, port2 } = new MessageChannel()
  let waiting: (() => void)[] = []
  port1.onmessage = () => {
    const runs = waiting
    waiting = []
    for (const run of runs) run()
  }
  return (run) => {
    if (waiting.push(run) === 1) port2.postMessage(null)
  }
}

let queue: ((run: () => void) => void) | undefined

/** Runs `run` after everything that this turn and its microtasks still do. */
export function nextTurn(run: () => void): void {
  queue ??= createTurnQueue()
  queue(run)
}
