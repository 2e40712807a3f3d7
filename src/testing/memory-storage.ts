import { afterEach, beforeEach, vi } from 'vitest'

/**
 * Gives each test of a file an empty `localStorage` and a page that can be hidden and left, and restores the globals
 * afterwards.
 */
export function useMemoryStorage(): void {
  beforeEach(() => {
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
    const page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page))
    vi.stubGlobal('document', new EventTarget())
  })
  afterEach(() => {
    // Stores with a pending save write now, while the storage is still there.
    dispatchEvent(new Event('pagehide'))
    vi.unstubAllGlobals()
  })
}
