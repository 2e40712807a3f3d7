import { Base64Error, decodeBase64 } from '#go/base64.ts'
import { decodeUtf8 } from '#go/utf8.ts'
import { toJsonInteger } from '#api/exact-json.ts'
import { YamlError } from './yaml-errors.ts'

/** The value of a YAML 1.1 scalar as Kubernetes reads it. Integers beyond 64 bits with a sign keep their digits in `text`. */
export interface YamlScalar {
  readonly type: 'null' | 'bool' | 'int' | 'float' | 'string'
  readonly value: null | boolean | number | bigint | string
  readonly text?: string
}

const words = new Map<string, YamlScalar>()
const addWords = (scalar: YamlScalar, ...texts: readonly string[]): void => {
  for (const text of texts) words.set(text, scalar)
}
const cased = (...names: readonly string[]): string[] =>
  names.flatMap((name) => [name, name.charAt(0).toUpperCase() + name.slice(1), name.toUpperCase()])
addWords({ type: 'bool', value: true }, 'y', 'Y', ...cased('yes', 'true', 'on'))
addWords({ type: 'bool', value: false }, 'n', 'N', ...cased('no', 'false', 'off'))
addWords({ type: 'null', value: null }, '', '~', ...cased('null'))
addWords({ type: 'float', value: Number.NaN }, '.nan', '.NaN', '.NAN')
addWords({ type: 'float', value: Infinity }, '.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF')
addWords({ type: 'float', value: -Infinity }, '-.inf', '-.Inf', '-.INF')

const string = (value: string): YamlScalar => ({ type: 'string', value })

/** Resolves a plain scalar: booleans such as `yes`, octal `010`, underscores in numbers. Any other text is a string. */
export function resolvePlain(source: string): YamlScalar {
  const word = words.get(source)
  if (word !== undefined) return word
  const first = source.charAt(0)
  if (first === '.') return readFraction(source) ?? string(source)
  if (!/[-+0-9]/.test(first)) return string(source)
  const plain = source.replaceAll('_', '')
  return readInteger(plain) ?? readFloat(plain) ?? string(source)
}

const radixes: readonly (readonly [RegExp, string])[] = [
  [/^([-+]?)0[xX]([0-9a-fA-F]+)$/, '0x'],
  [/^([-+]?)0[oO]?([0-7]+)$/, '0o'],
  [/^([-+]?)0[bB]([01]+)$/, '0b'],
  [/^([-+]?)(0|[1-9][0-9]*)$/, ''],
]

function readInteger(text: string): YamlScalar | undefined {
  for (const [pattern, prefix] of radixes) {
    const [, sign = '', digits = ''] = pattern.exec(text) ?? []
    // No 64-bit integer has more digits, so longer ones are not parsed.
    if (digits !== '' && digits.length <= 64) return toInteger(BigInt(prefix + digits), sign)
  }
  return undefined
}

/** Signed 64-bit integers; without a sign also unsigned ones. */
function toInteger(size: bigint, sign: string): YamlScalar | undefined {
  const value = sign === '-' ? -size : size
  const max = sign === '+' ? 2n ** 63n : 2n ** 64n
  if (value < -(2n ** 63n) || value >= max) return undefined
  return value < 2n ** 63n
    ? { type: 'int', value: toJsonInteger(value) }
    : { type: 'int', value: Number(value), text: value.toString() }
}

function readFloat(text: string): YamlScalar | undefined {
  if (!/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/.test(text)) return undefined
  const value = Number(text)
  return Number.isFinite(value) ? { type: 'float', value } : undefined
}

/** A number that begins with its point: only there underscores must stand between digits. */
const readFraction = (text: string): YamlScalar | undefined =>
  /^\.[0-9]/.test(text) && !/_(?![0-9])|[^0-9]_/.test(text) ? readFloat(text.replaceAll('_', '')) : undefined

const tagTypes: ReadonlyMap<string, YamlScalar['type']> = new Map([
  ['tag:yaml.org,2002:null', 'null'],
  ['tag:yaml.org,2002:bool', 'bool'],
  ['tag:yaml.org,2002:int', 'int'],
  ['tag:yaml.org,2002:float', 'float'],
])

/** Resolves a scalar with an explicit tag; unknown tags make strings. `undefined` if the text does not fit the tag. */
export function resolveTagged(source: string, tag: string): YamlScalar | undefined {
  const type = tagTypes.get(tag)
  if (type === undefined) return string(tag === 'tag:yaml.org,2002:binary' ? readBinary(source) : source)
  const scalar = resolvePlain(source)
  if (scalar.type === type) return scalar
  const isSigned = scalar.type === 'int' && scalar.text === undefined
  return type === 'float' && isSigned ? { type, value: scalar.value } : undefined
}

function readBinary(source: string): string {
  try {
    return decodeUtf8(decodeBase64(source))
  } catch (error) {
    if (error instanceof Base64Error) throw new YamlError('yaml: !!binary value contains invalid base64 data')
    throw error
  }
}

/** The name of a type in error messages: `!!str`. */
export const shortTag = (type: YamlScalar['type']): string => `!!${type === 'string' ? 'str' : type}`
