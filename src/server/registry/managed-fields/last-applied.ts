import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import type { Pieces } from '#api/bodies/in-pieces.ts'
import { type Json, type JsonObject, isObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Atom } from '#server/merge/apply/atom.ts'
import { compareValues } from '#server/merge/apply/compare.ts'
import { ApplyConflicts } from '#server/merge/apply/conflict.ts'
import { ApplyTypeError } from '#server/merge/apply/errors.ts'
import { toFieldSet } from '#server/merge/apply/field-set.ts'
import { checkTyped } from '#server/merge/apply/validate.ts'
import { type FieldSet, difference, hasPath } from '#server/merge/managed-fields/field-set.ts'
import { compareText } from '#server/merge/managed-fields/field-set-element.ts'

/** The field manager of client-side apply, which stores the applied configuration in an annotation. */
const clientSideApplier = 'kubectl'
const annotationNames = [
  'kubectl.orch.io/last-applied-configuration',
  'kubectl.kubernetes.io/last-applied-configuration',
]
const annotationBytesMax = 256 * 1024

interface Moving {
  readonly manager: string
  readonly atom: Atom
  readonly apiVersion: string
  /** The live object without managedFields. */
  readonly live: Json
}

/**
 * Runs an apply. Conflicts on fields that still have the value of the client's last client-side apply are ignored, so
 * that clients can migrate from client-side to server-side apply. [SSA16]
 */
export function* withoutOwnConflicts<Result>(moving: Moving, run: (force: boolean) => Pieces<Result>): Pieces<Result> {
  try {
    return yield* run(false)
  } catch (error) {
    if (!(error instanceof ApplyConflicts) || moving.manager !== clientSideApplier) throw error
    const unchanged = unchangedSinceApplied(moving)
    if (unchanged === null) throw error
    const left = error.conflicts.filter(({ path }) => !hasPath(unchanged, path))
    if (left.length > 0) throw new ApplyConflicts(left)
    return yield* run(true)
  }
}

/** Returns the fields that are unchanged since the last client-side apply; `null` if the annotation is unusable. */
function unchangedSinceApplied({ atom, apiVersion, live }: Moving): FieldSet | null {
  const config = parse(annotationOf(live)?.text ?? '')
  if (config?.apiVersion !== apiVersion) return null
  try {
    for (const value of [live, config]) checkTyped(atom, value, { allowDoubles: false })
    const { modified, added, removed } = compareValues(atom, config, live)
    return [modified, added, removed].reduce(difference, toFieldSet(atom, config))
  } catch (error) {
    if (error instanceof ApplyTypeError) return null
    throw error
  }
}

function annotationOf(object: Json): { readonly name: string; readonly text: string } | null {
  const metadata = isObject(object) ? object.metadata : undefined
  const annotations = isObject(metadata) && isObject(metadata.annotations) ? metadata.annotations : {}
  for (const name of annotationNames) {
    const text = annotations[name]
    if (typeof text === 'string' && text !== '') return { name, text }
  }
  return null
}

function parse(text: string): JsonObject | null {
  try {
    const value = parseExactJson(text)
    return isObject(value) ? value : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/**
 * Updates the last-applied annotation with the configuration that the manager applies server-side, so that client-side
 * apply continues to work. Changes `object`. [SSA16]
 */
export function keepLastApplied(manager: string, object: JsonObject, config: JsonObject): void {
  const found = manager === clientSideApplier ? annotationOf(object) : null
  if (found === null) return
  const metadata = { ...(object as ApiObject).metadata }
  const annotations = {
    ...metadata.annotations,
    [found.name]: `${sortedJson(withoutAnnotation(config, found.name))}\n`,
  }
  const bytes = Object.entries(annotations).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (bytes > annotationBytesMax) annotations[found.name] = ''
  object.metadata = { ...metadata, annotations }
}

function withoutAnnotation(config: JsonObject, name: string): JsonObject {
  const { metadata } = config
  if (!isObject(metadata) || !isObject(metadata.annotations)) return config
  const { [name]: _old, ...annotations } = metadata.annotations
  return { ...config, metadata: { ...metadata, annotations } }
}

/** Encodes JSON as Go encodes a map: keys sorted, no spaces, HTML characters escaped. */
const sortedJson = (config: JsonObject): string =>
  printExactJson(sorted(config)).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => String.raw`\u` + sign.charCodeAt(0).toString(16).padStart(4, '0'),
  )

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const names = Object.keys(value).sort(compareText)
  return Object.fromEntries(names.map((name) => [name, sorted(value[name] ?? null)]))
}
