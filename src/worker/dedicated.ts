import { messagePort } from '#wire/wire-port.ts'
import { startHost } from './start-host.ts'

const host = startHost('dedicated')

// The page transfers one end of a channel, so that its frames do not mix with other messages to the worker.
self.addEventListener('message', (event) => {
  const [port] = (event as MessageEvent).ports
  if (port !== undefined) host.accept(messagePort(port))
})
