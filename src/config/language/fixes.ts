import type { Diagnostic } from '../diagnostic.ts'
import { type NodePath } from '../locate.ts'
import { FileEditor, type TextEdit } from './edits.ts'
import { authenticationFixes } from './fix-authentication.ts'
import { fieldFixes } from './fix-fields.ts'
import { serverFixes } from './fix-servers.ts'

/** A change that makes a diagnostic go away; the person decides whether it is what they want. */
export interface Fix {
  readonly title: string
  readonly edits: readonly TextEdit[]
}

/** What fixers are given. */
export interface FixRequest {
  readonly text: string
  readonly editor: FileEditor
  readonly diagnostic: Diagnostic
  readonly at: NodePath
  /** The struct that has the field. */
  readonly parent: NodePath
}

/** Changes for one diagnostic of the same text, the likeliest first. */
export function fixes(text: string, diagnostic: Diagnostic): readonly Fix[] {
  const editor = new FileEditor(text)
  const request: FixRequest = { text, editor, diagnostic, at: diagnostic.at, parent: diagnostic.at.slice(0, -1) }
  const found = [...fieldFixes(request), ...authenticationFixes(request), ...serverFixes(request)]
  return found.filter(({ edits }) => edits.length > 0)
}
