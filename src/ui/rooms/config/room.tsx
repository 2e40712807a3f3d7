import type { RoomView } from '../room.ts'

function Body() {
  return <main id="work" tabIndex={-1} aria-label="Config" data-region="work" />
}

export const configRoom: RoomView = { Body, commands: [] }
