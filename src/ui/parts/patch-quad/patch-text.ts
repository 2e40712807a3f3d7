import { Document } from 'yaml'
import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import { isObject, type Json } from '#api/json.ts'
import { readYaml } from '#ui/texts/read-yaml.ts'
import type { PatchKind } from './patches.ts'

const isInner = (value: Json | undefined): value is Json & object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

const scalar = (value: Json): string => printExactJson(value) ?? 'null'

/** Characters of a line that fit into a column of the bench. */
const LINE_MAX = 34

/**
 * Prints JSON as one writes it by hand: objects and lists with one entry begin on the line of their parent while it has
 * room, so that the way down to a field takes few lines. `before` is the text before the value on its line.
 */
export function printPatch(value: Json, margin = '', before = ''): string {
  if (!isInner(value)) return scalar(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const entries: readonly (readonly [string, Json])[] = Array.isArray(value)
    ? value.map((item) => ['', item] as const)
    : Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[`${scalar(key)}: `, item] as const]))
  const [first] = entries
  if (entries.length === 1 && first !== undefined) {
    const start = `${before}${open}${first[0]}`
    // A list or object opens on this line, too.
    if (start.length < LINE_MAX) return `${open}${first[0]}${printPatch(first[1], margin, start)}${close}`
  }
  const inner = `${margin}  `
  const lines = entries.map(([key, item]) => `${inner}${key}${printPatch(item, inner, `${inner}${key}`)}`)
  return `${open}\n${lines.join(',\n')}\n${margin}${close}`
}

/** Prints a patch in the form in which its kind is usually written. [PQ1] */
export const patchText = (kind: PatchKind, patch: Json): string =>
  kind === 'apply'
    ? new Document(patch, { aliasDuplicateObjects: false, schema: 'yaml-1.1' }).toString({ lineWidth: 0 })
    : printPatch(patch)

const shapes: Readonly<Record<Exclude<PatchKind, 'apply'>, string>> = {
  json: 'A JSON patch is a list of operations: [{"op": "add", "path": …, "value": …}].',
  merge: 'A merge patch is an object with the fields to change: {"spec": …}.',
  strategic: 'A strategic merge patch is an object with the fields to change: {"spec": …}.',
}

function appliedProblem(text: string): string {
  const read = readYaml(text)
  if (read.type === 'object') return ''
  const { line, message } = read.problem
  return `Line ${line}: ${message}.`
}

/**
 * Says why a text is no patch of its kind: it is neither JSON nor YAML, or of another form. `''` for a patch. The text can
 * be sent all the same: the server's answer is part of the comparison. [PQ4]
 */
export function textProblem(kind: PatchKind, text: string): string {
  if (kind === 'apply') return appliedProblem(text)
  try {
    const patch = parseExactJson(text)
    const isPatch = kind === 'json' ? Array.isArray(patch) && patch.every(isObject) : isObject(patch)
    return isPatch ? '' : shapes[kind]
  } catch (error) {
    if (error instanceof SyntaxError) return error.message
    throw error
  }
}
