import { type Json, isObject } from '#api/json.ts'
import { isTooDeep } from '#api/json-depth.ts'
import { type NumberTexts, numberTextAt } from '#api/number-texts.ts'
import { DecodeError } from './decode-error.ts'

const INT64_MIN = -(2n ** 63n)
const INT64_MAX = 2n ** 63n - 1n

/**
 * Looks whether a member that is kept as sent can be: a stack must hold it, and a double each of its numbers.
 * @throws DecodeError for one that nests too deep, is no float64, or is an int64 that would come back as another
 */
export function checkKept(value: Json, holder: object, key: string, texts: NumberTexts | undefined): void {
  if (isTooDeep(value)) throw new DecodeError('exceeded max depth')
  if (texts !== undefined) checkNumbers(value, holder, key, texts)
}

function checkNumbers(value: Json, holder: object, key: string | number, texts: NumberTexts): void {
  if (typeof value === 'number') checkNumber(value, numberTextAt(texts, holder, key))
  else if (Array.isArray(value)) for (const [at, item] of value.entries()) checkNumbers(item, value, at, texts)
  else if (isObject(value)) for (const name of Object.keys(value)) checkNumbers(value[name] ?? null, value, name, texts)
}

function checkNumber(value: number, text: string | undefined): void {
  if (text === undefined) return
  if (!Number.isFinite(value))
    throw new DecodeError(`json: cannot unmarshal number ${text} into Go value of type float64`)
  if (Number.isSafeInteger(value) || !/^-?\d+$/.test(text)) return
  const sent = BigInt(text)
  if (sent >= INT64_MIN && sent <= INT64_MAX && BigInt(value) !== sent)
    throw new DecodeError(`number ${text} can't be kept exactly; send it as a string`)
}
