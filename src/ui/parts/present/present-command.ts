import type { Command } from '#ui/lab/command.ts'
import { leavePage } from '#ui/lab/page/leave-page.ts'

/** Opens the stage in this tab. Without steps of its own, a cluster is presented write by write. */
function present(): void {
  const query = new URLSearchParams(location.search)
  query.set('present', '1')
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
