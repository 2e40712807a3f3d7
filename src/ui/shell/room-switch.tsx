import { type MouseEvent, useState } from 'react'
import { useStore } from 'zustand'
import { lessonHere } from '#ui/lab/lesson-progress.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { labRoom } from '#ui/lab/room.ts'
import { currentCluster } from '#ui/model/current-cluster.ts'
import { clustersStore, openCluster } from '#ui/parts/clusters/store.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { addressText } from './address.ts'

const roomAddress = (room: string, cluster: string): string =>
  `./${addressText({ object: null, at: null, dock: null, work: null, bench: '', room, cluster })}`

/** Shows a cluster in this tab, or the first one if it was deleted. `''` names the first one. */
function leaveFor(lab: Lab, name: string): void {
  const { clusters } = clustersStore(lab).store.getState()
  const cluster = clusters.find((each) => each.name === name) ?? clusters.find(({ isDefault }) => isDefault)
  if (cluster !== undefined) openCluster(cluster)
}

/**
 * Links to the rooms: in the header, and at the bottom of a narrow page. The Lab of a lesson's cluster belongs to the
 * lessons, and the link to the Lab leads from there to the cluster that the learner left. [LSN11]
 */
export function RoomSwitch({ className }: { readonly className: string | undefined }) {
  const lab = useLab()
  const { parts, rooms, goTo } = lab
  const open = useStore(rooms, (state) => state.open)
  const [lesson] = useState(lessonHere)
  const isLesson = lesson !== undefined && open === labRoom
  const current = isLesson ? 'lessons' : open
  const follow = (event: MouseEvent, id: string): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (isLesson && id === labRoom) leaveFor(lab, lesson.returnTo)
    else goTo(id)
  }
  return (
    <nav className={className} aria-label="Rooms">
      {[{ id: labRoom, title: 'Lab' }, ...parts.rooms.filter((room) => room.isAside !== true)].map(({ id, title }) => (
        <a
          key={id}
          href={roomAddress(id, id === labRoom && isLesson ? lesson.returnTo : currentCluster())}
          aria-current={current === id ? 'page' : undefined}
          onClick={(event) => follow(event, id)}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}
