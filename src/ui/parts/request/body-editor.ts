import type { TextEditor } from '#editor/text-editor.ts'
import type { Lab } from '#ui/lab/lab.ts'

/** The editor of the request's body, for those that show one of its lines. */
export interface BodyEditor {
  /** Takes the mounted editor; `null` when it is unmounted. */
  hold(editor: TextEditor | null): void
  /** Moves the caret to a line. */
  showLine(line: number): void
}

export function createBodyEditor(_lab: Lab): BodyEditor {
  let current: TextEditor | null = null
  return {
    hold(editor) {
      current = editor
    },
    showLine(line) {
      current?.revealLine(line)
      current?.focus()
    },
  }
}
