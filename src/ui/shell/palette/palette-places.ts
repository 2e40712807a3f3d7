import type { Place } from '#ui/lab/page/place.ts'
import { openWorkTab } from '#ui/lab/actions.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { labRoom } from '#ui/lab/room.ts'
import { clustersStore, openCluster, shownCluster } from '#ui/parts/clusters/store.ts'
import { configRoomOf } from '#ui/rooms/config/state/config-room.ts'
import { configFiles } from '#ui/rooms/config/state/files.ts'
import { lessonPlaces } from '#ui/rooms/lessons/state/lesson-places.ts'

/** The other clusters of this browser. */
function clusterPlaces(lab: Lab): readonly Place[] {
  const state = clustersStore(lab).store.getState()
  const shown = shownCluster(state)
  return state.clusters
    .filter((cluster) => cluster !== shown && cluster.deletedMs === undefined)
    .map((cluster) => ({
      id: `cluster ${cluster.name}`,
      group: 'Clusters',
      title: cluster.title,
      note: cluster.origin.type === 'branch' ? 'branch: show it in this tab' : 'cluster: show it in this tab',
      icon: 'branch',
      run: () => openCluster(cluster, shown),
    }))
}

/** The server's configuration files. While their room is open its commands open them. */
const filePlaces = (lab: Lab): readonly Place[] =>
  lab.rooms.getState().open === 'config'
    ? []
    : configFiles.map(({ id, name, kind }) => ({
        id: `file ${id}`,
        group: 'Files',
        title: name,
        note: kind,
        icon: 'file',
        run: () => {
          lab.goTo('config')
          configRoomOf(lab).store.openFile(id)
        },
      }))

/** The tabs of the work area. While the Lab is open its commands open them. */
const benchPlaces = (lab: Lab): readonly Place[] =>
  lab.rooms.getState().open === labRoom
    ? []
    : lab.parts.work.map(({ id, title }) => ({
        id: `bench ${id}`,
        group: 'Benches',
        title,
        note: 'in the Lab',
        icon: 'goto',
        run: () => {
          lab.goTo(labRoom)
          openWorkTab(lab, id)
        },
      }))

/** Returns what the palette finds by name beyond the open room: lessons, clusters, files and benches. [KB10] */
export const palettePlaces = (lab: Lab): readonly Place[] => [
  ...lessonPlaces(),
  ...clusterPlaces(lab),
  ...filePlaces(lab),
  ...benchPlaces(lab),
]
