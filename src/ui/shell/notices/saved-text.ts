import type { StorageStatus } from '#facts/fact.ts'
import type { HostStorage } from '#facts/host-status.ts'
import { countText } from '#ui/model/words.ts'

/**
 * States whether all writes are on disk. A refused write changes nothing, so no fact tells of a full disk: the host
 * does.
 */
export function savedText(
  storage: StorageStatus | null,
  host: HostStorage['type'],
): { readonly text: string; readonly isSaved: boolean } {
  if (storage === null) return { text: '', isSaved: false }
  if (storage.state === 'full' || host === 'full') return { text: 'Storage full', isSaved: false }
  if (storage.state === 'fenced') return { text: 'Held by another tab', isSaved: false }
  if (storage.state === 'closed') return { text: 'Closed', isSaved: false }
  if (storage.kind === 'memory') return { text: 'In memory only', isSaved: false }
  const waiting = storage.assigned - storage.published
  return waiting > 0
    ? { text: `Saving ${countText(waiting, 'write')}`, isSaved: false }
    : { text: 'Saved', isSaved: true }
}
