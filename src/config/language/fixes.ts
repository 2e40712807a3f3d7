import type { Diagnostic } from '#config/diagnostic.ts'
import { type NodePath } from '#document/locate.ts'
import { FileEditor, type TextEdit } from '#document/edits.ts'
import { authenticationFixes } from './fix-authentication.ts'
import { fieldFixes } from './fix-fields.ts'
import { serverFixes } from './fix-servers.ts'

/** A change that resolves a diagnostic; the user decides whether to apply it. */
export interface Fix {
  readonly title: string
  readonly edits: readonly TextEdit[]
}

/** The input of a fixer. */
export interface FixRequest {
  readonly text: string
  readonly editor: FileEditor
  readonly diagnostic: Diagnostic
  readonly at: NodePath
  /** The struct that contains the field. */
  readonly parent: NodePath
}

/** Returns the quick fixes for one diagnostic of the same text, most likely first. */
export function fixes(text: string, diagnostic: Diagnostic): readonly Fix[] {
  const editor = new FileEditor(text)
  const request: FixRequest = { text, editor, diagnostic, at: diagnostic.at, parent: diagnostic.at.slice(0, -1) }
  const found = [...fieldFixes(request), ...authenticationFixes(request), ...serverFixes(request)]
  return found.filter(({ edits }) => edits.length > 0)
}
