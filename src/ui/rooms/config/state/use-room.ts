import { useStore } from 'zustand'
import { useLab } from '#ui/lab/use-lab.ts'
import { type ConfigRoom, configRoomOf } from './config-room.ts'
import type { ConfigRoomState } from './room-store.ts'
import type { TryState } from './try-store.ts'

/** The room of this page. */
export const useRoom = (): ConfigRoom => configRoomOf(useLab())

/** A part of the room's state. */
export const useRoomState = <Part>(pick: (state: ConfigRoomState) => Part): Part => useStore(useRoom().store, pick)

/** A part of what is tried. */
export const useTryState = <Part>(pick: (state: TryState) => Part): Part => useStore(useRoom().attempts, pick)
