import type { Command } from '#ui/lab/command.ts'
import { leavePage } from '#ui/lab/page/leave-page.ts'

/** Begins the parameter `present` of a stage that was opened on the past. */
const FROM = 'from-'

/** Returns the query of the page that a stage leaves for: at the revision that was shown before, else Live. [PR4] */
export function leftSearch(search: string): string {
  const query = new URLSearchParams(search)
  const from = query.get('present') ?? ''
  query.delete('present')
  query.delete('rv')
  if (from.startsWith(FROM)) query.set('rv', from.slice(FROM.length))
  return `?${query.toString()}`
}

/** Opens the stage in this tab. Without steps of its own, a cluster is presented write by write. */
function present(): void {
  const query = new URLSearchParams(location.search)
  const at = query.get('rv')
  query.set('present', at === null ? '1' : `${FROM}${at}`)
  leavePage(`?${query.toString()}`)
}

/** The stage, from the palette. Esc leaves it. [PR4] */
export const presentCommand: Command = {
  id: 'present',
  section: 'Everywhere',
  title: 'Present this cluster on a stage',
  keys: [],
  icon: 'play',
  run: present,
}
