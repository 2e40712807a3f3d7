import { wrongBodyType } from './path-errors.ts'
import type { Json, JsonObject } from '#api/json.ts'

export type PatchKind = 'application/json-patch+json' | 'application/merge-patch+json'

export interface PatchDocument {
  readonly kind: PatchKind
  readonly value: Json
  /** Doubled keys of the document, for field validation. */
  readonly duplicates: readonly string[]
}

export function parsePatch(kind: PatchKind, _body: Uint8Array): PatchDocument {
  return { kind, value: null, duplicates: [] }
}

export function applyPatch(_document: PatchDocument, _base: JsonObject): Json {
  throw wrongBodyType()
}
