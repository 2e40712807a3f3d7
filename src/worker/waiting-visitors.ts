import type { OpenedCluster } from '#clusters/cluster-host.ts'
import type { WireExtras } from '#wire/served-port.ts'

/** Maximum wait of the visitors for a client that follows objects, in milliseconds. */
const VISIT_AFTER_MS = 3_000

type Handle = OpenedCluster<WireExtras>['handle']

export interface WaitingVisitors {
  /** Returns `handle`, seeing each request first. */
  before(handle: Handle): Handle
  /** Keeps those from coming who have not come yet. */
  end(): void
}

/**
 * Calls `begin` once a client follows objects, as the page does when it is drawn. The visitors' requests need the
 * configuration files and the simulated world, whose code and keys would else hold up the opening page. [SD5] [PF6]
 */
export function waitingVisitors(begin: (() => void) | null): WaitingVisitors {
  let waiting = begin
  const come = (): void => {
    clearTimeout(late)
    const beginNow = waiting
    waiting = null
    beginNow?.()
  }
  const late = begin === null ? undefined : setTimeout(come, VISIT_AFTER_MS)
  return {
    before: (handle) => (request, extras) => {
      if (waiting !== null && new URL(request.url).searchParams.has('watch')) come()
      return handle(request, extras)
    },
    end() {
      waiting = null
      clearTimeout(late)
    },
  }
}
