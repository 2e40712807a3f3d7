import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import { isObject, type Json, type JsonObject, setOwn, textOf } from '#api/json.ts'
import type { LeftOut } from '#facts/moment.ts'
import { confidentialFields, confidentialKinds } from '#server/kinds/confidential-fields.ts'
import { scrub } from '#share/scrub.ts'

/** Suffixes of annotations in which clients keep the object as they applied it, values included. */
const lastApplied = '/last-applied-configuration'

/** Takes the credentials out of stored objects, and counts them. */
export interface Redaction {
  /** Returns the text of a stored object without them. */
  redact(text: string): string
  leftOut(): LeftOut
}

/**
 * Starts a redaction. The values of confidential fields of an object's kind are emptied, their names stay; private keys
 * and signed tokens are taken out of all texts. [SH5]
 */
export function startRedaction(): Redaction {
  const objects = new Map<string, LeftOut['objects'][number]>()
  let [tokens, privateKeys] = [0, 0]
  return {
    redact(text) {
      const value = parseExactJson(text)
      const emptied = isObject(value) ? emptyFields(value) : null
      if (emptied !== null) objects.set(printExactJson(nameOf(emptied)), nameOf(emptied))
      const scrubbed = scrub(emptied === null ? text : printExactJson(emptied))
      tokens += scrubbed.tokens
      privateKeys += scrubbed.privateKeys
      return scrubbed.text
    },
    leftOut: () => ({ objects: [...objects.values()], kinds: confidentialKinds(), tokens, privateKeys }),
  }
}

/** Returns the object with its confidential values emptied; `null` if it has none. */
function emptyFields(object: JsonObject): JsonObject | null {
  const names = confidentialFields(textOf(object['apiVersion']), textOf(object['kind']))
  const holding = names.filter((name) => Object.hasOwn(object, name))
  if (holding.length === 0) return null
  const result: JsonObject = {}
  for (const [key, value = null] of Object.entries(object)) {
    if (holding.includes(key)) setOwn(result, key, emptied(value))
    else setOwn(result, key, key === 'metadata' ? withoutLastApplied(value) : value)
  }
  return result
}

/** The same members with empty texts. */
function emptied(value: Json): Json {
  if (Array.isArray(value)) return value.map(emptied)
  if (!isObject(value)) return typeof value === 'string' ? '' : null
  const result: JsonObject = {}
  for (const [key, each = null] of Object.entries(value)) setOwn(result, key, emptied(each))
  return result
}

function withoutLastApplied(metadata: Json): Json {
  if (!isObject(metadata) || !isObject(metadata['annotations'])) return metadata
  const kept = Object.entries(metadata['annotations']).filter(([name]) => !name.endsWith(lastApplied))
  const { annotations: _all, ...others } = metadata
  return kept.length === 0 ? others : { ...metadata, annotations: Object.fromEntries(kept) }
}

function nameOf({ kind, metadata }: JsonObject): { kind: string; namespace: string; name: string } {
  const { namespace, name } = isObject(metadata) ? metadata : {}
  return { kind: textOf(kind), namespace: textOf(namespace), name: textOf(name) }
}
