import type { TextEditor } from '#editor/text-editor.ts'
import type { Lab } from '#ui/lab/lab.ts'

/** The editor of the request's body, for those that show one of its lines. */
export interface BodyEditor {
  /** Takes the mounted editor; `null` when it is unmounted. */
  hold(editor: TextEditor | null): void
  /** Takes the element around the editor, which has a plain text field before the editor is loaded. */
  holdPlace(place: HTMLElement | null): void
  /** Moves the caret to a line. */
  showLine(line: number): void
}

export function createBodyEditor(_lab: Lab): BodyEditor {
  let current: TextEditor | null = null
  let place: HTMLElement | null = null
  /** The line to show once the editor is loaded; 0 for none. */
  let wanted = 0
  const show = (line: number): void => {
    current?.revealLine(line)
    current?.focus()
  }
  return {
    hold(editor) {
      current = editor
      if (editor !== null && wanted > 0) show(wanted)
      wanted = 0
    },
    holdPlace(element) {
      place = element
    },
    showLine(line) {
      if (current !== null) return show(line)
      wanted = line
      // The focus loads the editor.
      place?.querySelector('textarea')?.focus()
    },
  }
}
