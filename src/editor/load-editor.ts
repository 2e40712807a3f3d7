import type { DiffEditor } from './create-diff-editor.ts'
import type * as editorKit from './editor-kit.ts'

/** The part of Monaco that the page uses, once it is loaded. */
export type EditorKit = typeof editorKit

let loading: Promise<EditorKit> | undefined

/**
 * Loads Monaco (about 1 MB, once) and keeps its theme equal to the page's. Call it when an editor is about to be shown,
 * or when the page is idle. @throws when its files cannot be loaded.
 */
export function loadEditor(): Promise<EditorKit> {
  loading ??= import('./editor-kit.ts').then(
    (kit) => {
      kit.applyPageTheme()
      followPageTheme(kit.applyPageTheme)
      return kit
    },
    (error: unknown) => {
      // The next call tries again: the network may be back.
      loading = undefined
      throw error
    },
  )
  return loading
}

/** A page that has just started renders its own content first. */
const QUIET_MS = 1000
/** A page that is never idle gets its editor all the same. */
const IDLE_MS_MAX = 4000

/** Safari has no idle callbacks. */
const whenIdle: (run: () => void) => void =
  'requestIdleCallback' in globalThis
    ? (run) => void requestIdleCallback(run, { timeout: IDLE_MS_MAX })
    : (run) => void setTimeout(run, QUIET_MS)

/**
 * Calls `run` when Monaco should be loaded: at once if it is loaded or being loaded, else when the page is idle, or when
 * `now` is called. `stop` ends the wait. [PF1]
 */
export function whenEditorIsDue(run: () => void): { now(): void; stop(): void } {
  let isDone = false
  const once = (): void => {
    if (isDone) return
    isDone = true
    run()
  }
  const stop = (): void => {
    isDone = true
    clearTimeout(timer)
  }
  const timer = setTimeout(() => whenIdle(once), QUIET_MS)
  if (loading !== undefined) once()
  return { now: once, stop }
}

function followPageTheme(apply: () => void): void {
  new MutationObserver(apply).observe(document.documentElement, { attributeFilter: ['data-theme'] })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply)
  matchMedia('(prefers-contrast: more)').addEventListener('change', apply)
}

export type { DiffEditor }
