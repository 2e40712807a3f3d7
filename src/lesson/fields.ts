import { isObject, type Json, type JsonObject, own } from '#api/json.ts'
import { type NodePath, rangeAt } from '#document/locate.ts'
import { readDocument } from '#document/read-document.ts'
import { LineIndex, type TextRange } from '#document/text-range.ts'

/** A problem of a lesson, with its place in the file. */
export interface LessonProblem {
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly column: number
  /** The place after its end. */
  readonly endLine: number
  readonly endColumn: number
  readonly range: TextRange
  readonly message: string
}

/** Collects the problems of one file at the exact ranges of its fields. [LSN1] */
export class Problems {
  readonly found: LessonProblem[] = []
  readonly #file: string
  readonly #lines: LineIndex
  readonly #root: Parameters<typeof rangeAt>[0]
  readonly value: Json | undefined

  constructor(file: string, text: string) {
    this.#file = file
    this.#lines = new LineIndex(text)
    const document = readDocument(text)
    this.#root = document.type === 'document' ? document.root : null
    this.value = document.type === 'document' ? document.value : undefined
    if (document.type === 'unreadable') this.addRange(document.range, document.message)
    else for (const message of document.duplicates([])) this.addRange({ start: 0, end: 0 }, message)
  }

  add(path: NodePath, message: string, part: 'key' | 'value' = 'value'): void {
    this.addRange(rangeAt(this.#root, path, part), `${pathText(path)}${message}`)
  }

  addRange(range: TextRange, message: string): void {
    const { line: endLine, column: endColumn } = this.#lines.position(range.end)
    const place = { ...this.#lines.position(range.start), endLine, endColumn }
    this.found.push({ file: this.#file, ...place, range, message })
  }
}

const pathText = (path: NodePath): string => {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
  return text === '' ? '' : `${text.replace(/^\./, '')}: `
}

/** Reads the fields of one object, and reports unknown ones. */
export class Fields {
  readonly problems: Problems
  readonly path: NodePath
  readonly #object: JsonObject
  readonly #read = new Set<string>()

  constructor(problems: Problems, path: NodePath, value: Json | undefined) {
    this.problems = problems
    this.path = path
    this.#object = isObject(value) ? value : {}
    if (!isObject(value)) problems.add(path, 'must be an object')
  }

  get(name: string): Json | undefined {
    this.#read.add(name)
    return own(this.#object, name)
  }

  at(name: string): NodePath {
    return [...this.path, name]
  }

  add(name: string, message: string): void {
    this.problems.add(this.at(name), message)
  }

  text(name: string, isRequired = true): string {
    const value = this.get(name)
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
    if (value !== undefined && typeof value !== 'string') this.add(name, 'must be a text')
    else if (isRequired) this.add(name, 'is required')
    return ''
  }

  count(name: string): number {
    const value = this.get(name)
    if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 1000) return value
    this.add(name, 'must be a whole number from 1 to 999')
    return 1
  }

  list(name: string): readonly Json[] {
    const value = this.get(name)
    if (value === undefined || value === null) return []
    if (Array.isArray(value)) return value
    this.add(name, 'must be a list')
    return []
  }

  texts(name: string): readonly string[] {
    return this.list(name).flatMap((item, at) => {
      if (typeof item === 'string') return [item]
      this.problems.add([...this.at(name), at], 'must be a text')
      return []
    })
  }

  /** A map from names to texts, such as headers. */
  textMap(name: string): Readonly<Record<string, string>> {
    const value = this.get(name)
    if (value === undefined) return {}
    if (!isObject(value)) {
      this.add(name, 'must be an object')
      return {}
    }
    const entries = Object.entries(value).flatMap(([key, text]): [string, string][] => {
      if (typeof text === 'string') return [[key, text]]
      this.problems.add([...this.at(name), key], 'must be a text')
      return []
    })
    return Object.fromEntries(entries)
  }

  /** Reports fields that were not read. */
  end(): void {
    for (const name of Object.keys(this.#object))
      if (!this.#read.has(name)) {
        const known = [...this.#read].toSorted().join(', ')
        this.problems.add(this.at(name), `is unknown; known here are ${known}`, 'key')
      }
  }
}
