import { CelUint, type CelConstant } from '#cel/run/value.ts'
import type { Token } from './token.ts'

/** An invalid literal, with its error. */
export interface BadLiteral {
  readonly problem: string
}

export type ReadLiteral = { readonly value: CelConstant } | BadLiteral

const INT_MAX = 2n ** 63n - 1n
const INT_MIN = -(2n ** 63n)
const UINT_MAX = 2n ** 64n - 1n

/** @param isNegative whether a preceding minus sign belongs to it */
export function readLiteral(token: Token, isNegative: boolean): ReadLiteral {
  switch (token.kind) {
    case 'NUM_INT':
      return readInt(token.text, isNegative)
    case 'NUM_UINT': {
      const value = BigInt(token.text.slice(0, -1))
      return value > UINT_MAX ? { problem: 'invalid uint literal' } : { value: new CelUint(value) }
    }
    case 'NUM_FLOAT': {
      const value = Number(token.text)
      return Number.isFinite(value) ? { value: isNegative ? -value : value } : { problem: 'invalid double literal' }
    }
    case 'STRING':
    case 'BYTES':
      return readQuoted(token.text, token.kind === 'BYTES')
    default:
      return { value: token.kind === 'null' ? null : token.kind === 'true' }
  }
}

function readInt(text: string, isNegative: boolean): ReadLiteral {
  const value = BigInt(text) * (isNegative ? -1n : 1n)
  return value > INT_MAX || value < INT_MIN ? { problem: 'invalid int literal' } : { value }
}

function readQuoted(text: string, isBytes: boolean): ReadLiteral {
  const prefix = /^[bBrR]*/.exec(text)?.[0] ?? ''
  const quote = /^("""|'''|"|')/.exec(text.slice(prefix.length))?.[0] ?? ''
  const inner = text.slice(prefix.length + quote.length, text.length - quote.length).replaceAll(/\r\n?/g, '\n')
  const parts = /r/i.test(prefix) ? [inner] : readEscapes(inner, isBytes)
  if (parts === null) return { problem: 'invalid unicode code point' }
  return {
    value: isBytes
      ? joinBytes(parts)
      : parts.map((p) => (typeof p === 'number' ? String.fromCodePoint(p) : p)).join(''),
  }
}

const escapes = /\\(?:([abfnrtv"'\\?`])|([0-3][0-7]{2})|[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/g
const named: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
])

/** Splits a literal into texts and the values of octal and hexadecimal escapes: bytes, or code points in a string. */
function readEscapes(inner: string, isBytes: boolean): readonly (string | number)[] | null {
  const parts: (string | number)[] = []
  let at = 0
  for (const match of inner.matchAll(escapes)) {
    parts.push(inner.slice(at, match.index))
    at = match.index + match[0].length
    const [, name, octal, hex, short, long] = match
    const wide = short ?? long
    if (name !== undefined) parts.push(named.get(name) ?? name)
    else if (wide === undefined) parts.push(octal === undefined ? parseInt(hex ?? '', 16) : parseInt(octal, 8))
    else if (isBytes || !isScalar(parseInt(wide, 16))) return null
    else parts.push(String.fromCodePoint(parseInt(wide, 16)))
  }
  parts.push(inner.slice(at))
  return parts
}

const isScalar = (code: number): boolean => code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)

function joinBytes(parts: readonly (string | number)[]): Uint8Array {
  const encoder = new TextEncoder()
  return Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...encoder.encode(part)])))
}
