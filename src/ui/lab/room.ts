import type { ComponentType } from 'react'
import type { Command } from './command.ts'
import type { Lab } from './lab.ts'

/** The view of a room, between the header and the rail, and its commands. */
export interface RoomView {
  /** Takes no props: it reads everything from `useLab()`. Its regions have `data-region`, like those of the Lab. */
  readonly Body: ComponentType
  /** Commands for the palette, the keyboard sheet and the keyboard while the room is open. */
  readonly commands: readonly Command[]
  /** Fixes of the problems of the text that is being edited, for the palette. */
  readonly fixes?: (lab: Lab) => readonly Command[]
}

/** A room of the page besides the Lab. Loaded when first opened. */
export interface Room {
  /** Stable, because URLs contain it. */
  readonly id: string
  readonly title: string
  /** The two keys in sequence that open it, such as `g c`. */
  readonly keys: string
  /** True for a room that the header does not link to: the palette, its keys and other parts open it. */
  readonly isAside?: boolean
  readonly load: () => Promise<RoomView>
}

/** Id of the Lab among the rooms. */
export const labRoom = 'lab'
