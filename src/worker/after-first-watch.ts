import type { OpenedCluster } from '#clusters/cluster-host.ts'
import type { WireExtras } from '#wire/served-port.ts'

/** Maximum wait for a client that follows objects, in milliseconds. */
const BEGIN_AFTER_MS = 3_000

type Handle = OpenedCluster<WireExtras>['handle']

export interface AfterFirstWatch {
  /** Returns `handle`, looking at each request first. */
  before(handle: Handle): Handle
  /** Keeps from beginning what has not begun yet. */
  end(): void
}

/**
 * Calls `begin` once a client follows objects, as the page does when it is drawn: what needs the code of configuration
 * files and the keys of the simulated world would else hold up the opening page. [PF6]
 */
export function afterFirstWatch(begin: () => void): AfterFirstWatch {
  let waiting: (() => void) | null = begin
  const beginNow = (): void => {
    clearTimeout(late)
    const due = waiting
    waiting = null
    due?.()
  }
  const late = setTimeout(beginNow, BEGIN_AFTER_MS)
  return {
    before: (handle) => (request, extras) => {
      if (waiting !== null && new URL(request.url).searchParams.has('watch')) beginNow()
      return handle(request, extras)
    },
    end() {
      waiting = null
      clearTimeout(late)
    },
  }
}
