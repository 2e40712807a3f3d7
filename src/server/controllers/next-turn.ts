/** Node's own function: it keeps no process alive. Captured at the start, because tests replace the global one by a fake. */
const { setImmediate: ofNode } = globalThis as { setImmediate?: (run: () => void) => void }

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

let queue = ofNode

/** Returns a function that calls `run` when the present turn of the event loop has ended, however often it is called. */
export function oncePerTurn(run: () => void): () => void {
  let isQueued = false
  return () => {
    if (isQueued) return
    isQueued = true
    queue ??= createTurnQueue()
    queue(() => {
      isQueued = false
      run()
    })
  }
}
