import { findLink, LESSON_LINK_START } from '#share/find-link.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { leavePage } from '#ui/lab/page/leave-page.ts'
import { openShared } from './open-link.ts'

/** Opens the moment of a text and shows it in this tab. A refusal is shown at the top of the page. [SH10] */
export async function showShared(lab: Lab, text: string): Promise<void> {
  const link = findLink(text)
  if (link?.startsWith(LESSON_LINK_START) === true) {
    // The page starts anew with it and opens the room of lessons. [LSN22]
    location.hash = link
    return
  }
  const result = await openShared(lab.read, text)
  if (result.type === 'refused') lab.overlay.showRefusal(result.words)
  else leavePage(result.search)
}
