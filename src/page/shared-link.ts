import { LESSON_LINK_START } from '#share/find-link.ts'

/** Name in the browser's storage of what could not be opened, for the notice of the page that starts next. */
const REFUSED_KEY = 'orchard.link-refused'

/**
 * Opens the moment of the address, if it has one, before the page starts: as a cluster of its own, which the page then
 * shows. The link is taken out of the address, so that a reload does not open it again. [SH10]
 */
export async function openLinkOfAddress(read: typeof fetch): Promise<void> {
  if (!location.hash.startsWith('#l=')) return
  if (location.hash.startsWith(LESSON_LINK_START)) return openLessonOfAddress()
  const { openShared } = await import('#ui/parts/share/open-link.ts')
  const result = await openShared(read, location.hash)
  const here = new URLSearchParams(location.search)
  const query = new URLSearchParams(result.type === 'opened' ? result.search : location.search)
  // Keep parameters that select how the page runs, such as `?transport=direct`.
  for (const name of ['transport', 'worker']) if (here.has(name)) query.set(name, here.get(name) ?? '')
  sessionStorage.setItem(REFUSED_KEY, result.type === 'refused' ? result.words : '')
  history.replaceState(null, '', `${location.pathname}?${query.toString()}`)
}

/** Keeps the lesson of the address among those from others, and shows the room of lessons. [LSN22] */
async function openLessonOfAddress(): Promise<void> {
  const { bringLink } = await import('#ui/rooms/lessons/state/bring-link.ts')
  const query = new URLSearchParams(location.search)
  query.set('room', 'lessons')
  query.set('lesson', bringLink(location.hash))
  history.replaceState(null, '', `${location.pathname}?${query.toString()}`)
}

/** A link that is followed in an open page starts the page anew, which opens it. */
export function followLinksOfAddress(): void {
  addEventListener('hashchange', () => {
    if (location.hash.startsWith('#l=')) location.reload()
  })
}
