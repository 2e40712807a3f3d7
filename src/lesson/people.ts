import type { Person } from './lesson.ts'

/** The people of a lesson that names none. They may do everything; roles are the subject of some lessons only. */
export const everyone: readonly Person[] = [
  { name: 'alice', groups: ['system:masters', 'system:authenticated'] },
  { name: 'bob', groups: ['system:masters', 'system:authenticated'] },
]
