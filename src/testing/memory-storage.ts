import { afterEach, beforeEach, vi } from 'vitest'

/** Gives each test of a file an empty `localStorage`, and restores the global afterwards. */
export function useMemoryStorage(): void {
  beforeEach(() => {
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
  })
  afterEach(() => void vi.unstubAllGlobals())
}
