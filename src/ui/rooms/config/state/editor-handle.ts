import type { TextEditor } from '#editor/text-editor.ts'
import type { Diagnostic } from '#config/diagnostic.ts'
import { fixes, type Fix } from '#config/language/fixes.ts'
import type { ConfigRoom } from './config-room.ts'
import { textOf } from './room-store.ts'

/** The editor that is on the page, for those who point into its text; `null` before Monaco is there. */
let current: TextEditor | null = null

export const holdEditor = (editor: TextEditor | null): void => {
  current = editor
}

/** Shows a part of the open file. */
export function showRange(range: { readonly start: number; readonly end: number }, takesFocus = true): void {
  current?.select(range)
  if (takesFocus) current?.focus()
}

export function showLine(line: number): void {
  current?.revealLine(line)
  current?.focus()
}

/** Moves to the next problem, or the one before, round and round. [CB1] */
export function stepProblem({ store }: ConfigRoom, step: 1 | -1, isFirst = false): void {
  const { checks, file, problem } = store.getState()
  const { diagnostics } = checks[file]
  if (diagnostics.length === 0) return
  const next = isFirst ? 0 : (problem + step + diagnostics.length) % diagnostics.length
  store.setState({ problem: next, dock: 'problems' })
  const found = diagnostics[next]
  if (found !== undefined) showRange(found.range)
}

export function chooseProblem({ store }: ConfigRoom, at: number): void {
  const { checks, file } = store.getState()
  store.setState({ problem: at })
  const found = checks[file].diagnostics[at]
  if (found !== undefined) showRange(found.range)
}

/** Ways to mend a problem of the open file. */
export function fixesOf({ store }: ConfigRoom, diagnostic: Diagnostic): readonly Fix[] {
  const state = store.getState()
  const text = textOf(state, state.file)
  return state.checks[state.file].text === text ? fixes(text, diagnostic) : []
}

/** Makes the edits in the editor, so that they can be undone there. */
export function applyFix({ edits }: Fix): void {
  current?.edit(edits)
  current?.focus()
}

/** Opens the list of fixes at the chosen problem. */
export function openFixes({ store }: ConfigRoom): void {
  const { checks, file, problem } = store.getState()
  const { diagnostics } = checks[file]
  const found = diagnostics[Math.min(problem, diagnostics.length - 1)]
  if (found === undefined) return
  current?.select({ start: found.range.start, end: found.range.start })
  current?.showFixes()
}
