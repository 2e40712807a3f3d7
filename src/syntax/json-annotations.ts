import type { Json } from '#api/json.ts'
import { type NumberTexts, setNumberText } from '#api/number-texts.ts'
import { quoteGo } from '#go/quote.ts'
import { endOfString } from './json-keys.ts'

/** Properties of a JSON text that its parsed value does not have. */
export interface JsonAnnotations {
  readonly numberTexts: NumberTexts
  /** `duplicate field "data.a"`, in document order, without duplicates. */
  readonly duplicates: readonly string[]
}

interface Frame {
  /** The parsed object or list; `undefined` if a later key of the same name replaced it. */
  readonly holder: { readonly [key: string]: Json | undefined } | undefined
  readonly isList: boolean
  readonly path: string
  readonly seen: Set<string>
  key: string
  index: number
}

const separators = '{}[],:'
const numberPattern = /-?[0-9][0-9.eE+-]*/y

/** Scans valid JSON next to its parsed value, for numbers as written and for duplicate keys. */
export function annotateJson(text: string, value: Json): JsonAnnotations {
  const walk = new Walk(value)
  for (let at = 0; at < text.length;) {
    const token = tokenAt(text, at)
    if (token !== '') walk.take(token)
    at += token.length === 0 ? 1 : token.length
  }
  return { numberTexts: walk.numberTexts, duplicates: [...walk.duplicates] }
}

/** Returns `''` for white space and the letters of literals, which are skipped. */
function tokenAt(text: string, at: number): string {
  const char = text.charAt(at)
  if (char === '"') return text.slice(at, endOfString(text, at))
  if (separators.includes(char)) return char
  numberPattern.lastIndex = at
  return numberPattern.exec(text)?.[0] ?? ''
}

class Walk {
  readonly numberTexts: NumberTexts = new WeakMap()
  readonly duplicates = new Set<string>()
  private readonly frames: Frame[] = []
  private readonly root: Json
  /** The next string is a key. */
  private expectsKey = false

  constructor(root: Json) {
    this.root = root
  }

  take(found: string): void {
    const first = found.charAt(0)
    if (first === '{' || first === '[') this.open(first === '[')
    else if (first === '}' || first === ']') this.close()
    else this.takeInside(first, found)
  }

  private takeInside(first: string, found: string): void {
    const frame = this.frames.at(-1)
    if (frame === undefined) return
    if (first === ',' && frame.isList) frame.index++
    else if (first === ',') this.expectsKey = true
    else if (first !== '"' && first !== ':') this.takeNumber(frame, found)
    else if (first === '"' && this.expectsKey) this.takeKey(frame, found)
  }

  private close(): void {
    this.frames.pop()
    this.expectsKey = false
  }

  private open(isList: boolean): void {
    const outer = this.frames.at(-1)
    const holder = outer === undefined ? this.root : outer.holder?.[keyOf(outer)]
    const isSame = typeof holder === 'object' && holder !== null && Array.isArray(holder) === isList
    this.frames.push({
      holder: isSame ? (holder as Frame['holder']) : undefined,
      isList,
      path: outer === undefined ? '' : pathOf(outer),
      seen: new Set(),
      key: '',
      index: 0,
    })
    this.expectsKey = !isList
  }

  private takeKey(frame: Frame, found: string): void {
    this.expectsKey = false
    frame.key = found.includes('\\') ? (JSON.parse(found) as string) : found.slice(1, -1)
    if (frame.seen.has(frame.key)) this.duplicates.add(`duplicate field ${quoteGo(pathOf(frame))}`)
    frame.seen.add(frame.key)
  }

  private takeNumber(frame: Frame, found: string): void {
    const { holder } = frame
    const value = holder?.[keyOf(frame)]
    if (holder === undefined || (typeof value !== 'number' && typeof value !== 'bigint')) return
    if (String(value) === found) this.numberTexts.get(holder)?.delete(keyOf(frame))
    else setNumberText(this.numberTexts, holder, keyOf(frame), found)
  }
}

const keyOf = (frame: Frame): string => (frame.isList ? String(frame.index) : frame.key)

function pathOf(frame: Frame): string {
  if (frame.isList) return `${frame.path}[${frame.index}]`
  return frame.path === '' ? frame.key : `${frame.path}.${frame.key}`
}
