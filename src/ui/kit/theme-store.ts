import { createStore, type StoreApi } from 'zustand/vanilla'

/** `system` follows the platform's colour scheme and contrast settings. */
export type Theme = 'system' | 'light' | 'dark' | 'contrast'

const storageKey = 'orchard.theme'
const themes: readonly Theme[] = ['system', 'light', 'dark', 'contrast']

const isTheme = (text: string | null): text is Theme => themes.some((theme) => theme === text)

/** The theme chosen last. index.html reads the same key before the first paint, so that the page does not flash. */
function savedTheme(): Theme {
  const saved = localStorage.getItem(storageKey)
  return isTheme(saved) ? saved : 'system'
}

function paint(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export const nextTheme = (theme: Theme): Theme => themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'

export interface ThemeStore extends Pick<StoreApi<Theme>, 'getState' | 'getInitialState' | 'subscribe'> {
  choose(theme: Theme): void
}

/** Holds the chosen theme, applies it to `<html>` and saves it. [UI1] */
export function createThemeStore(): ThemeStore {
  const { getState, getInitialState, subscribe, setState } = createStore<Theme>(savedTheme)
  paint(getState())
  return {
    getState,
    getInitialState,
    subscribe,
    choose(theme) {
      paint(theme)
      localStorage.setItem(storageKey, theme)
      setState(theme)
    },
  }
}
