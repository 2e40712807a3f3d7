import type { HostStorage } from '#facts/host-status.ts'
import type { Log, LogStatus } from '#server/storage/log.ts'

const STATE_CHECK_MS = 500

function statusOf(state: LogStatus['state']): HostStorage {
  switch (state) {
    case 'open':
      return { type: 'ready' }
    case 'full':
      return { type: 'full', message: "the browser's storage for this page is full; reads and deletes go on" }
    case 'fenced':
      return { type: 'fenced', message: 'another tab took the database over; reload this page to go on' }
    case 'closed':
      return { type: 'versionchange', message: 'another tab requested the database, so it was closed here' }
  }
}

/** Reports each change of the log's state. The browser can change it at any time, so it is polled. */
export function watchState(log: Log, report: (status: HostStorage) => void): () => void {
  let last: LogStatus['state'] = 'open'
  const timer = setInterval(() => {
    const { state } = log.status()
    if (state !== last) report(statusOf(state))
    last = state
  }, STATE_CHECK_MS)
  return () => clearInterval(timer)
}
