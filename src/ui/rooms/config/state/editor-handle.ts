import type { TextEditor } from '#editor/text-editor.ts'
import type { Diagnostic } from '#config/diagnostic.ts'
import { fixes, type Fix } from '#config/language/fixes.ts'
import type { ConfigRoom } from './config-room.ts'
import { textOf } from './room-store.ts'

/** Lets other views of the room select and edit text in the editor, once Monaco has been loaded. */
export interface EditorHandle {
  /** Sets the mounted editor; `null` when it is unmounted. */
  hold(editor: TextEditor | null): void
  /** Selects a range of the open file. */
  showRange(range: { readonly start: number; readonly end: number }): void
  showLine(line: number): void
  /** Applies the edits in the editor, so that they can be undone there. */
  applyFix(fix: Fix): void
  /** Opens the list of fixes at an offset of the text. */
  openFixesAt(start: number): void
}

export function createEditorHandle(): EditorHandle {
  let current: TextEditor | null = null
  return {
    hold(editor) {
      current = editor
    },
    showRange(range) {
      current?.select(range)
      current?.focus()
    },
    showLine(line) {
      current?.revealLine(line)
      current?.focus()
    },
    applyFix({ edits }) {
      current?.edit(edits)
      current?.focus()
    },
    openFixesAt(start) {
      current?.select({ start, end: start })
      current?.showFixes()
    },
  }
}

/** Moves to the next or previous problem; after the last one follows the first. [CB1] */
export function stepProblem({ store, editor }: ConfigRoom, step: 1 | -1, isFirst = false): void {
  const { checks, file, problem } = store.getState()
  const { diagnostics } = checks[file]
  if (diagnostics.length === 0) return
  const next = isFirst ? 0 : (problem + step + diagnostics.length) % diagnostics.length
  store.chooseProblem(next)
  store.showDock('problems')
  const found = diagnostics[next]
  if (found !== undefined) editor.showRange(found.range)
}

export function chooseProblem({ store, editor }: ConfigRoom, at: number): void {
  const { checks, file } = store.getState()
  store.chooseProblem(at)
  const found = checks[file].diagnostics[at]
  if (found !== undefined) editor.showRange(found.range)
}

/** Returns the fixes for a problem of the open file. */
export function fixesOf({ store }: ConfigRoom, diagnostic: Diagnostic): readonly Fix[] {
  const state = store.getState()
  const text = textOf(state, state.file)
  return state.checks[state.file].text === text ? fixes(text, diagnostic) : []
}

/** Opens the list of fixes at the selected problem. */
export function openFixes({ store, editor }: ConfigRoom): void {
  const { checks, file, problem } = store.getState()
  const { diagnostics } = checks[file]
  const found = diagnostics[Math.min(problem, diagnostics.length - 1)]
  if (found !== undefined) editor.openFixesAt(found.range.start)
}
