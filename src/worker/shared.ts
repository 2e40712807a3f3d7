import { messagePort } from '#wire/wire-port.ts'
import { startHost } from './start-host.ts'

const host = startHost('shared')

// Each `new SharedWorker(…)` of a tab connects here with a port.
self.addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports
  if (port !== undefined) host.accept(messagePort(port))
})
