/**
 * Yields to the event loop, for background work in slices. Unlike `setTimeout` it is not subject to the 4 ms minimum
 * delay of nested timers in browsers.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
