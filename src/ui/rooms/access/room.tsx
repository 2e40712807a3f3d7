import type { RoomView } from '../room.ts'

function Body() {
  return <main id="work" tabIndex={-1} aria-label="Access" data-region="work" />
}

export const accessRoom: RoomView = { Body, commands: [] }
