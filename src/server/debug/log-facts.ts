import type { ServerContext } from '#server/endpoints/call/server-context.ts'
import type { LogEntry } from '#server/storage/log.ts'
import type { FactHub } from './fact-hub.ts'
import { toRevisionRow } from './revision-rows.ts'
import type { Simulator } from './simulator.ts'

/** At most four reports a second. */
const statusEveryMs = 250

/** Reports each durable write and, less often, the log's status. The returned function stops it. [DB9] */
export function watchLog({ registry, resources }: ServerContext, simulator: Simulator, hub: FactHub): () => void {
  const { log } = registry.objects
  let compacted: number = log.compacted()
  let timer: ReturnType<typeof setTimeout> | null = null
  const reportStatus = (): void => {
    timer = null
    if (log.compacted() !== compacted) {
      compacted = log.compacted()
      hub.report({ type: 'compacted', revision: compacted, timeMs: simulator.now() })
    }
    hub.report({ type: 'storage', status: log.status() })
  }
  const row = (entry: LogEntry, before: LogEntry | null) => () =>
    ({ type: 'revision-written', row: toRevisionRow(entry, before, resources()) }) as const
  const stop = log.watch('', log.revision(), {
    onEntries(entries, before) {
      for (const [at, entry] of entries.entries()) hub.report(row(entry, before[at] ?? null))
      // Uses real time, because a frozen simulated clock would suppress the status.
      if (hub.listening) timer ??= setTimeout(reportStatus, statusEveryMs)
    },
    onEnd: () => hub.report({ type: 'storage', status: log.status() }),
  })
  return () => {
    stop()
    if (timer !== null) clearTimeout(timer)
  }
}
