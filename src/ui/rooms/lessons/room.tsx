import type { RoomView } from '#ui/lab/room.ts'
import { LessonsRoom } from './lessons-room.tsx'

export const lessonsRoom: RoomView = {
  Body: LessonsRoom,
  commands: [
    {
      id: 'lessons-find',
      section: 'Room',
      title: 'Find a lesson',
      keys: ['/'],
      icon: 'search',
      run: () => document.querySelector<HTMLElement>('[data-lesson-search]')?.focus(),
    },
  ],
}
