import type { ComponentType } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Command } from './command.ts'

/** What a room draws between the header and the rail, and what can be done there. */
export interface RoomView {
  /** Takes no props: it reads everything from `useLab()`. Its regions carry `data-region`, as those of the Lab do. */
  readonly Body: ComponentType
  /** Commands of this room: they stand in the palette and on the keyboard sheet while the room is open. */
  readonly commands: readonly Command[]
}

/** A room of the page beside the Lab. It is loaded when it is first opened. */
export interface Room {
  /** Stable: it stands in the address bar. */
  readonly id: string
  readonly title: string
  /** The two keys that open it: `g c`. */
  readonly keys: string
  readonly load: () => Promise<RoomView>
}

export const labRoom = 'lab'

/** Which room is open, and what of it is loaded. */
export interface RoomsState {
  readonly open: string
  readonly views: Readonly<Partial<Record<string, RoomView>>>
  /** Why the open room could not be loaded; `''` for nothing wrong. */
  readonly failure: string
}

export type RoomsStore = StoreApi<RoomsState>

export const createRoomsStore = (): RoomsStore =>
  createStore<RoomsState>(() => ({ open: labRoom, views: {}, failure: '' }))

/** Opens a room, loading it when it is the first time; an unknown name opens the Lab. [RM1] */
export async function openRoom(store: RoomsStore, rooms: readonly Room[], id: string): Promise<void> {
  const room = rooms.find((known) => known.id === id)
  store.setState({ open: room?.id ?? labRoom, failure: '' })
  if (room === undefined || store.getState().views[room.id] !== undefined) return
  try {
    const view = await room.load()
    store.setState(({ views }) => ({ views: { ...views, [room.id]: view } }))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // The person may have gone on meanwhile: another room has nothing to say about this one.
    if (store.getState().open === room.id) store.setState({ failure: error.message })
  }
}
