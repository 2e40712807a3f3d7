import type { Revision } from '#api/revision.ts'
import type { Soon } from '#api/waiting/soon.ts'
import type { LogEntry, LogWatcher, RangeAnswer, RangeRequest } from '#server/storage/log.ts'
import type { Mirror } from './mirror.ts'

/** The reads and watches of a log, which its mirror answers. */
export abstract class MirroredLog {
  protected abstract readonly mirror: Mirror

  revision(): Revision | 0 {
    return this.mirror.revision()
  }

  compacted(): Revision | 0 {
    return this.mirror.compacted()
  }

  get(key: string, at?: Revision): Soon<LogEntry | null> {
    return this.mirror.get(key, at)
  }

  range(request: RangeRequest): Soon<RangeAnswer> {
    return this.mirror.range(request)
  }

  watch(prefix: string, after: Revision | 0, watcher: LogWatcher): () => void {
    return this.mirror.watch(prefix, after, watcher)
  }

  history(request: { after: Revision | 0; limit: number; key?: string }): Promise<readonly LogEntry[]> {
    return this.mirror.history(request)
  }
}
