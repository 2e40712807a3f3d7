import type { ComponentType } from 'react'
import type { Command } from './command.ts'

/** The view of a room, between the header and the rail, and its commands. */
export interface RoomView {
  /** Takes no props: it reads everything from `useLab()`. Its regions carry `data-region`, as those of the Lab do. */
  readonly Body: ComponentType
  /** Commands for the palette, the keyboard sheet and the keyboard while the room is open. */
  readonly commands: readonly Command[]
}

/** A room of the page beside the Lab. It is loaded when it is first opened. */
export interface Room {
  /** Stable: the address bar contains it. */
  readonly id: string
  readonly title: string
  /** The two keys that open it: `g c`. */
  readonly keys: string
  readonly load: () => Promise<RoomView>
}

/** Id of the Lab itself among the rooms. */
export const labRoom = 'lab'
