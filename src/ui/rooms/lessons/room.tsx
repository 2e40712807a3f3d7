import type { RoomView } from '#ui/lab/room.ts'
import { LessonsHome } from './home/lessons-home.tsx'

export const lessonsRoom: RoomView = {
  Body: LessonsHome,
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
