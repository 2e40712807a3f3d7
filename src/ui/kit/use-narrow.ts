import { useSyncExternalStore } from 'react'

/** Window widths, in pixels, at which the layout changes. */
export type Breakpoint = 600 | 900 | 1179

/** Reports whether the window is at most this wide. */
export function useNarrow(width: Breakpoint): boolean {
  const query = matchMedia(`(max-width: ${width}px)`)
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => query.matches,
  )
}
