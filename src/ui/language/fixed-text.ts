import { applyEdits } from '#document/edits.ts'
import type { ManifestFix } from '#manifest/problem.ts'

/** Returns the text with a problem's fix applied. */
export const fixedText = (text: string, { edits }: ManifestFix): string => applyEdits(text, edits)
