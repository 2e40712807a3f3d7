import { useSyncExternalStore } from 'react'

/** Reports whether the main pointer is a finger, on a device that probably has no keyboard. */
export function useTouch(): boolean {
  const query = matchMedia('(hover: none) and (pointer: coarse)')
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => query.matches,
  )
}
