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

/** The place of a value. Its text is made when the first problem is found there, and shared by all of them. */
interface Place {
  readonly above: Place | null
  readonly element: PathElement
  text?: string
}

function placeText(place: Place | null): string {
  if (place === null) return ''
  place.text ??= placeText(place.above) + elementText(place.element)
  return place.text
}

/** Checks a value against its merge schema. @throws ApplyTypeError with all mismatches */
export function checkTyped(atom: Atom, value: Json, options: CheckOptions): void {
  const check = new Check(options)
  check.value(atom, value, null)
  if (check.problems.length > 0) throw new ApplyTypeError(check.problems)
}

class Check {
  readonly problems: TypeProblem[] = []
  private readonly options: CheckOptions

  constructor(options: CheckOptions) {
    this.options = options
  }

  value(atom: Atom, value: Json, place: Place | null): void {
    const shape = shapeOf(atom, value)
    if (value === null) return
    if (shape === 'map' && atom.map !== undefined) {
      if (isObject(value)) this.map(atom.map, value, place)
      else this.add(place, `expected map, got ${goValue(value)}`)
    } else if (shape === 'list' && atom.list !== undefined) {
      if (Array.isArray(value)) this.list(atom.list, value, place)
      else this.add(place, `expected list, got ${goValue(value)}`)
    } else {
      const message = scalarProblem(atom, value)
      if (message !== null) this.add(place, message)
    }
  }

  private add(place: Place | null, message: string): void {
    this.problems.push({ path: placeText(place), message })
  }

  private map(map: MapAtom, value: JsonObject, above: Place | null): void {
    for (const name of Object.keys(value)) {
      const atom = memberAtom(map, name)
      const place = { above, element: fieldElement(name) }
      // The reference stops checking this object here.
      if (atom === null) return this.add(place, 'field not declared in schema')
      this.value(atom, value[name] ?? null, place)
    }
  }

  private list(list: ListAtom, items: readonly Json[], above: Place | null): void {
    if (!list.associative) {
      for (const [at, item] of items.entries()) this.value(list.items, item, { above, element: `i:${at}` })
      return
    }
    const seen = new Set<PathElement>()
    /** An invalid list may have very many doubles, mostly of the same items. */
    const texts = new Map<PathElement, string>()
    for (const [at, item] of items.entries()) {
      const element = elementOrProblems(list, item, at)
      if (typeof element !== 'string') return this.addBelow(above, element)
      if (seen.has(element) && !this.options.allowDoubles) {
        const text = texts.get(element) ?? elementText(element)
        texts.set(element, text)
        this.add(above, `duplicate entries for key ${text}`)
      }
      seen.add(element)
      this.value(list.items, item, { above, element })
    }
  }

  private addBelow(place: Place | null, problems: readonly TypeProblem[]): void {
    for (const { path, message } of problems) this.problems.push({ path: placeText(place) + path, message })
  }
}

function scalarProblem({ scalar }: Atom, value: Json): string | null {
  switch (scalar) {
    case 'numeric':
      return typeof value === 'number' || typeof value === 'bigint'
        ? null
        : `expected numeric (int or float), got ${goType(value)}`
    case 'string':
      return typeof value === 'string'
        ? null
        : `expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`
    case 'boolean':
      return typeof value === 'boolean' ? null : `expected boolean, got ${goValue(value)}`
    default:
      return typeof value === 'object' ? `expected any scalar, got ${goValue(value)}` : null
  }
}

function elementOrProblems(list: ListAtom, item: Json, at: number): PathElement | readonly TypeProblem[] {
  try {
    return itemElement(list, item, at)
  } catch (error) {
    if (error instanceof ApplyTypeError) return error.problems
    throw error
  }
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
