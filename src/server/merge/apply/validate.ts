import { type Json, type JsonObject, isObject } from '#api/json.ts'
import { numberText } from '#go/double-text.ts'
import { type Atom, type ListAtom, type MapAtom, memberAtom, shapeOf } from './atom.ts'
import { ApplyTypeError, type TypeProblem } from './errors.ts'
import { itemElement } from './items.ts'
import { type PathElement, elementText, fieldElement } from '#server/merge/managed-fields/field-set-element.ts'

interface CheckOptions {
  /** Allows duplicate items, which stored lists may contain but applied configurations may not. */
  readonly allowDoubles: boolean
}

/** Checks a value against its merge schema. @throws ApplyTypeError with all mismatches */
export function checkTyped(atom: Atom, value: Json, options: CheckOptions): void {
  const problems = check(atom, value, options)
  if (problems.length > 0) throw new ApplyTypeError(problems)
}

const problem = (message: string): readonly TypeProblem[] => [{ path: '', message }]

function check(atom: Atom, value: Json, options: CheckOptions): readonly TypeProblem[] {
  const shape = shapeOf(atom, value)
  if (value === null) return []
  if (shape === 'map' && atom.map !== undefined)
    return isObject(value) ? checkMap(atom.map, value, options) : problem(`expected map, got ${goValue(value)}`)
  if (shape === 'list' && atom.list !== undefined)
    return Array.isArray(value) ? checkList(atom.list, value, options) : problem(`expected list, got ${goValue(value)}`)
  return checkScalar(atom, value)
}

function checkScalar({ scalar }: Atom, value: Json): readonly TypeProblem[] {
  switch (scalar) {
    case 'numeric':
      return typeof value === 'number' || typeof value === 'bigint'
        ? []
        : problem(`expected numeric (int or float), got ${goType(value)}`)
    case 'string':
      return typeof value === 'string'
        ? []
        : problem(`expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`)
    case 'boolean':
      return typeof value === 'boolean' ? [] : problem(`expected boolean, got ${goValue(value)}`)
    default:
      return typeof value === 'object' ? problem(`expected any scalar, got ${goValue(value)}`) : []
  }
}

function checkMap(map: MapAtom, value: JsonObject, options: CheckOptions): readonly TypeProblem[] {
  const problems: TypeProblem[] = []
  for (const name of Object.keys(value)) {
    const atom = memberAtom(map, name)
    const element = fieldElement(name)
    if (atom === null) {
      problems.push({ path: elementText(element), message: 'field not declared in schema' })
      // The reference stops checking this object here.
      break
    }
    for (const each of below(element, check(atom, value[name] ?? null, options))) problems.push(each)
  }
  return problems
}

function checkList(list: ListAtom, items: readonly Json[], options: CheckOptions): readonly TypeProblem[] {
  const problems: TypeProblem[] = []
  const seen = new Set<PathElement>()
  for (const [at, item] of items.entries()) {
    let element = `i:${at}`
    if (list.associative) {
      const found = elementOrProblems(list, item, at)
      if (typeof found !== 'string') return problems.concat(found)
      element = found
      if (seen.has(element) && !options.allowDoubles)
        problems.push({ path: '', message: `duplicate entries for key ${elementText(element)}` })
      seen.add(element)
    }
    for (const each of below(element, check(list.items, item, options))) problems.push(each)
  }
  return problems
}

function elementOrProblems(list: ListAtom, item: Json, at: number): PathElement | readonly TypeProblem[] {
  try {
    return itemElement(list, item, at)
  } catch (error) {
    if (error instanceof ApplyTypeError) return error.problems
    throw error
  }
}

function below(element: PathElement, problems: readonly TypeProblem[]): readonly TypeProblem[] {
  if (problems.length === 0) return problems
  const text = elementText(element)
  return problems.map(({ path, message }) => ({ path: text + path, message }))
}

/** Returns Go's `%T` of a decoded value. */
function goType(value: Json): string {
  if (Array.isArray(value)) return '[]interface {}'
  if (isObject(value)) return 'map[string]interface {}'
  return typeof value === 'boolean' ? 'bool' : 'string'
}

/** Returns Go's `%v` of a decoded value; objects are sorted by key. */
function goValue(value: Json): string {
  return `&{${goPlain(value)}}`
}

function goPlain(value: Json): string {
  if (value === null) return '<nil>'
  if (Array.isArray(value)) return `[${value.map(goPlain).join(' ')}]`
  if (typeof value === 'number') return numberText(value)
  if (!isObject(value)) return String(value)
  const pairs = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `map[${pairs.map(([name, inner]) => `${name}:${goPlain(inner ?? null)}`).join(' ')}]`
}

/** Returns Go's `%#v` of a decoded value. */
function goSyntax(value: Json): string {
  if (value === null) return 'interface {}(nil)'
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`
  if (typeof value === 'number') return numberText(value)
  if (!isObject(value)) return String(value)
  const pairs = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `map[string]interface {}{${pairs.map(([name, inner]) => `${JSON.stringify(name)}:${goSyntax(inner ?? null)}`).join(', ')}}`
}
