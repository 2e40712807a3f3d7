/** Queues functions for the next turn of the event loop. Nested timers of 0 ms would be delayed by 4 ms. */
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

/** Runs `run` after the current turn and its microtasks. */
export function nextTurn(run: () => void): void {
  queue ??= createTurnQueue()
  queue(run)
}
