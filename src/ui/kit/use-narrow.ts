import { useState, useSyncExternalStore } from 'react'

/** Window widths, in pixels, at which the layout changes. */
export type Breakpoint = 600 | 900 | 1179 | 1279 | 1439 | 1679

interface WindowQuery {
  readonly follow: (listener: () => void) => () => void
  readonly matches: () => boolean
}

function windowQuery(text: string): WindowQuery {
  const query = matchMedia(text)
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
  const [{ follow, matches }] = useState(() => windowQuery(`(max-width: ${width}px)`))
  return useSyncExternalStore(follow, matches)
}

/** Reports whether the window is lower than 560 pixels, where docks fold. [UI14] */
export function useLow(): boolean {
  const [{ follow, matches }] = useState(() => windowQuery('(max-height: 559px)'))
  return useSyncExternalStore(follow, matches)
}

/** Reports whether the window has room for one thing only: it is narrow, or low as at 200 % zoom. */
export function useSmall(): boolean {
  const [isNarrow, isLow] = [useNarrow(600), useLow()]
  return isNarrow || isLow
}
