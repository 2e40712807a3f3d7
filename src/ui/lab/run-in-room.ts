import type { Lab } from './lab.ts'

/** Opens a room and runs one of its commands, once the room is loaded. */
export async function runInRoom(lab: Lab, room: string, command: string): Promise<void> {
  await lab.rooms.open(room)
  const known = lab.rooms.getState().views[room]?.commands.find(({ id }) => id === command)
  known?.run?.(lab)
}
