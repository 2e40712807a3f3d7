import type { RoomView } from '#ui/lab/room.ts'
import { LessonsRoom } from './lessons-room.tsx'

export const lessonsRoom: RoomView = { Body: LessonsRoom, commands: [] }
