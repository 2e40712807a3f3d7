import { readSavedFor, saveFor } from '#ui/model/saved.ts'
import { atFirst, type GhostWriterState, WRITERS_KEY } from './writers-state.ts'

/** Returns the state in which no actor writes. [BC4] */
export const stopped = (state: GhostWriterState): GhostWriterState => ({
  ...state,
  isOn: false,
  isChosen: true,
  isAnswering: false,
  own: state.own.map((one) => ({ ...one, isOn: false })),
})

/** Returns the state in which those write again that did `before`. [BC4] */
export const resumed = (state: GhostWriterState, before: GhostWriterState): GhostWriterState => ({
  ...state,
  isOn: before.isOn,
  isChosen: before.isChosen,
  isAnswering: before.isAnswering,
  own: state.own.map((one) => ({ ...one, isOn: before.own.some(({ id, isOn }) => isOn && id === one.id) })),
})

interface SavedWriters {
  read(): GhostWriterState
  write(state: GhostWriterState): void
}

/** The saved state of a cluster, which tabs that show it follow. `''` names the cluster of addresses without a name. */
export const writersOf = (cluster: string): SavedWriters => ({
  read: () => readSavedFor(cluster, WRITERS_KEY, atFirst),
  write: (state) => saveFor(cluster, WRITERS_KEY, state),
})
