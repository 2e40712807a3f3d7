/** Ids of the rooms of the page, as its addresses name them. The Lab is the page without a room. */
const roomIds: readonly string[] = ['lab', 'config', 'access']

/**
 * Returns the address of a room that was typed as a path, below the root of the host: `/config` is `/?room=config`.
 * Returns `null` for every other path. [ND17]
 */
export function roomAddress(path: string): string | null {
  const id = path.slice(1).replace(/\/$/, '')
  if (!roomIds.includes(id)) return null
  return id === 'lab' ? '/' : `/?room=${id}`
}
