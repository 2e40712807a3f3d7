import type { Room } from './room.ts'

/** The rooms beside the Lab, in the order of the header. A new room is one line here. */
export const rooms: readonly Room[] = [
  { id: 'config', title: 'Config', keys: 'g c', load: async () => (await import('./config/room.tsx')).configRoom },
  { id: 'access', title: 'Access', keys: 'g a', load: async () => (await import('./access/room.tsx')).accessRoom },
]
