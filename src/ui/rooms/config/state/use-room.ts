import { useStore } from 'zustand'
import { useLab } from '#ui/lab/use-lab.ts'
import { type ConfigRoom, configRoomOf } from './config-room.ts'
import type { ConfigRoomState } from './room-store.ts'
import type { TryState } from './try-store.ts'

/** Returns the room's state and actions. */
export const useRoom = (): ConfigRoom => configRoomOf(useLab())

/** Selects a part of the room's state. */
export const useRoomState = <Part>(pick: (state: ConfigRoomState) => Part): Part => useStore(useRoom().store, pick)

/** Selects a part of the state of Try it. */
export const useTryState = <Part>(pick: (state: TryState) => Part): Part => useStore(useRoom().attempts, pick)
