import type { DiffEditor } from './create-diff-editor.ts'
import type * as editorKit from './editor-kit.ts'

/** The part of Monaco that the page uses, once it is loaded. */
export type EditorKit = typeof editorKit

let loading: Promise<EditorKit> | undefined

/**
 * Loads Monaco (about 1 MB, once) and keeps its theme equal to the page's. Call it when an editor is about to be shown,
 * or when the page is idle.
 */
export function loadEditor(): Promise<EditorKit> {
  loading ??= import('./editor-kit.ts').then((kit) => {
    kit.applyPageTheme()
    followPageTheme(kit.applyPageTheme)
    return kit
  })
  return loading
}

function followPageTheme(apply: () => void): void {
  new MutationObserver(apply).observe(document.documentElement, { attributeFilter: ['data-theme'] })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply)
  matchMedia('(prefers-contrast: more)').addEventListener('change', apply)
}

export type { DiffEditor }
