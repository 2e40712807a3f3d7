import type { ClientFrame, ServerFrame } from '#wire/protocol.ts'
import { messagePort, type WirePort } from '#wire/wire-port.ts'

type PagePort = WirePort<ClientFrame, ServerFrame>

/** Is called when the worker's script cannot be loaded or throws while it starts. */
type Broken = (message: string) => void

/** The workers of this page that can host the server. */
export interface ServerWorkers {
  /** Connects to the worker. Called again after it has terminated: starts it anew. */
  openPort(): PagePort
  /** Opens one more port to the worker that {@link openPort} has connected to, for a service worker. */
  openDirect(): MessagePort
  /** Sets the listener for failures of the worker. It is called at once if the worker has already failed. */
  whenBroken(listener: Broken): void
}

/**
 * Starts the worker that can host the server: one SharedWorker for all tabs, or a dedicated worker where SharedWorker is
 * not supported. [HO3]
 */
export function workerOpener(): ServerWorkers {
  let failure: string | null = null
  let listener: Broken = (message) => (failure = message)
  const broken: Broken = (message) => listener(message)
  const asked = new URLSearchParams(location.search).get('worker')
  const isShared = 'SharedWorker' in window && asked !== 'dedicated'
  const { open, openDirect } = isShared ? sharedOpener(broken) : dedicatedOpener(broken)
  let first: MessagePort | null = open()
  return {
    openPort() {
      const port = first ?? open()
      first = null
      return messagePort(port)
    },
    openDirect,
    whenBroken(told) {
      listener = told
      if (failure !== null) told(failure)
    },
  }
}

interface Opener {
  open(): MessagePort
  openDirect(): MessagePort
}

/** The worker that `theme.js` of the built page has started. */
interface EarlyWorker {
  readonly worker: SharedWorker
  readonly isBroken: boolean
}

/** Takes the early worker; it can be taken once. */
function takeEarlyWorker(): EarlyWorker | undefined {
  const page = window as { orchardWorker?: EarlyWorker | undefined }
  const early = page.orchardWorker
  page.orchardWorker = undefined
  return early
}

function sharedOpener(broken: Broken): Opener {
  const failed = (): void => broken("the server's worker could not be started")
  const open = (): MessagePort => {
    const early = takeEarlyWorker()
    if (early?.isBroken === true) failed()
    early?.worker.addEventListener('error', failed)
    if (early !== undefined) return early.worker.port
    const worker = new SharedWorker(new URL('../worker/shared.ts', import.meta.url), {
      type: 'module',
      name: 'orchard',
    })
    worker.addEventListener('error', failed)
    return worker.port
  }
  return { open, openDirect: open }
}

function dedicatedOpener(broken: Broken): Opener {
  let worker: Worker | null = null
  const openDirect = (): MessagePort => {
    const { port1, port2 } = new MessageChannel()
    worker?.postMessage(null, [port2])
    return port1
  }
  return {
    open() {
      // Opened again only when the server that it hosted is gone.
      worker?.terminate()
      worker = new Worker(new URL('../worker/dedicated.ts', import.meta.url), { type: 'module', name: 'orchard' })
      worker.addEventListener('error', (event) => broken(event.message))
      return openDirect()
    },
    openDirect,
  }
}
