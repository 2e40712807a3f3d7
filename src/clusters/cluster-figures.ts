import type { Revision } from '#api/revision.ts'
import type { ClusterFigures, ClusterWrite } from '#facts/clusters-api.ts'
import { parseObjectKey } from '#server/storage/keys.ts'
import type { Log, LogEntry } from '#server/storage/log.ts'

const WRITES_MAX = 8

/** Reads the figures of an open log. */
export async function readFigures(log: Log): Promise<ClusterFigures> {
  const { keyCount, liveBytes, historyBytes } = log.status()
  const [revision, compacted] = [log.revision(), log.compacted()]
  const after = Math.max(compacted, revision - WRITES_MAX, 0) as Revision | 0
  const entries = await log.history({ after, limit: WRITES_MAX })
  return {
    revision,
    compacted,
    objectCount: keyCount,
    bytes: liveBytes + historyBytes,
    historyBytes,
    lastWrites: entries.flatMap(toWrite),
  }
}

function toWrite({ key, value, author }: LogEntry): readonly ClusterWrite[] {
  const parsed = parseObjectKey(key)
  if (parsed === null) return []
  return [{ resource: parsed.resource, group: parsed.group, verb: value === null ? 'delete' : author.verb }]
}
