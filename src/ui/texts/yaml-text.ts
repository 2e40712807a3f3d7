import { type Document, isMap, isScalar, parseDocument, stringify } from 'yaml'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'

/** Returns an object as YAML in the server's field order, without managedFields, which have a separate view. */
export function toYamlText(object: ApiObject): string {
  const { managedFields: _managedFields, ...metadata } = object.metadata
  const { apiVersion, kind, ...rest } = object
  return stringify(
    { apiVersion, kind, ...rest, metadata },
    { lineWidth: 0, sortMapEntries: false, aliasDuplicateObjects: false, schema: 'yaml-1.1' },
  )
}

/** The position and reason of a YAML syntax error; lines and columns count from 1. */
export interface YamlProblem {
  readonly line: number
  readonly column: number
  readonly message: string
}

export type ReadYaml =
  | { readonly type: 'object'; readonly object: JsonObject; readonly document: Document }
  | { readonly type: 'problem'; readonly problem: YamlProblem }

/** Parses one YAML document that must be a mapping. Bounded: aliases may expand to at most 1,000 nodes. */
export function readYaml(text: string): ReadYaml {
  const document = parseDocument(text, { version: '1.1', merge: true, prettyErrors: true })
  const [error] = document.errors
  if (error !== undefined) {
    const at = error.linePos?.[0]
    return problem(at?.line ?? 1, at?.col ?? 1, error.message.split('\n')[0] ?? error.message)
  }
  if (!isMap(document.contents)) return problem(1, 1, 'an object is a mapping of fields')
  try {
    return { type: 'object', object: document.toJS({ maxAliasCount: 1000 }) as JsonObject, document }
  } catch (failure) {
    return problem(1, 1, failure instanceof Error ? failure.message : String(failure))
  }
}

const problem = (line: number, column: number, message: string): ReadYaml => ({
  type: 'problem',
  problem: { line, column, message },
})

/**
 * Returns the line of `path` in a document, 0 when the path does not exist. Paths have the form `spec.replicas`; the
 * search ends at lists.
 */
export function lineOfPath(text: string, path: string): number {
  const read = readYaml(text)
  if (read.type === 'problem') return 0
  let node: unknown = read.document.contents
  let offset = -1
  for (const word of path.split(/[.[\]]+/).filter((part) => part !== '')) {
    if (!isMap(node)) break
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === word)
    if (pair === undefined) break
    if (isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset
    node = pair.value
  }
  return offset < 0 ? 0 : text.slice(0, offset).split('\n').length
}
