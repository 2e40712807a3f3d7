import { useState, useSyncExternalStore } from 'react'

/** Window widths, in pixels, at which the layout changes. */
export type Breakpoint = 600 | 900 | 1179

interface WidthQuery {
  readonly follow: (listener: () => void) => () => void
  readonly matches: () => boolean
}

function widthQuery(width: Breakpoint): WidthQuery {
  const query = matchMedia(`(max-width: ${width}px)`)
  return {
    follow(listener) {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    matches: () => query.matches,
  }
}

/** Reports whether the window is at most this wide. The width of one call never changes. */
export function useNarrow(width: Breakpoint): boolean {
  const [{ follow, matches }] = useState(() => widthQuery(width))
  return useSyncExternalStore(follow, matches)
}
