import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/**
 * A component that is loaded when it is first drawn, to keep it out of the page's first load. [PF6] React's own `lazy` would
 * leave `fallback` in its place for at least 300 ms, however soon the code is there.
 */
export function later(load: () => Promise<ComponentType>, fallback: ReactNode = null): ComponentType {
  let loaded: ComponentType | null = null
  return function Later() {
    // In an object, because a function as state would be called.
    const [shown, setShown] = useState({ Loaded: loaded })
    const [failed, setFailed] = useState<Error | null>(null)
    useEffect(() => {
      if (shown.Loaded !== null) return
      load().then(
        (Loaded) => setShown({ Loaded: (loaded = Loaded) }),
        (error: unknown) => setFailed(error instanceof Error ? error : new Error(String(error))),
      )
    }, [shown])
    if (failed !== null) throw failed
    return shown.Loaded === null ? fallback : <shown.Loaded />
  }
}
