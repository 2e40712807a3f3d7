import { messagePort } from '#wire/wire-port.ts'
import { startHost } from './start-host.ts'

const host = startHost('dedicated')

// The page hands over one end of a channel, so that its frames don't mix with anything else that a worker may hear.
self.addEventListener('message', (event) => {
  const [port] = (event as MessageEvent).ports
  if (port !== undefined) host.accept(messagePort(port))
})
