import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { labRoom, type Room, type RoomView } from './room.ts'

/** The open room, and the views that have been loaded. */
export interface RoomsState {
  readonly open: string
  readonly views: Readonly<Partial<Record<string, RoomView>>>
  /** The reason why the open room could not be loaded; `''` if it was loaded. */
  readonly failure: string
}

interface RoomsVerbs {
  /** Opens a room and loads its view the first time. An unknown id opens the Lab. [RM1] */
  open(id: string): Promise<void>
}

export type RoomsStore = ReadableStore<RoomsState> & RoomsVerbs

export const createRoomsStore = (rooms: readonly Room[]): RoomsStore =>
  createOwnedStore<RoomsState, RoomsVerbs>({ open: labRoom, views: {}, failure: '' }, ({ getState, setState }) => ({
    async open(id) {
      const room = rooms.find((known) => known.id === id)
      setState({ open: room?.id ?? labRoom, failure: '' })
      if (room === undefined || getState().views[room.id] !== undefined) return
      try {
        const view = await room.load()
        setState(({ views }) => ({ views: { ...views, [room.id]: view } }))
      } catch (error) {
        if (!(error instanceof Error)) throw error
        // The failure belongs to this room only: the user may have opened another one in the meantime.
        if (getState().open === room.id) setState({ failure: error.message })
      }
    },
  }))
