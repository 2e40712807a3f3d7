import { type Json, isObject } from '#api/json.ts'
import { isTooDeep } from '#api/json-depth.ts'
import { type NumberTexts, numberTextAt } from '#api/number-texts.ts'
import { DecodeError, TooDeepError } from './decode-error.ts'

/**
 * Refuses a member that cannot be kept as sent: one that nests too deep, or a number that is neither an int64 nor a
 * float64. @throws DecodeError
 */
export function checkKept(value: Json, holder: object, key: string, texts: NumberTexts | undefined): void {
  if (isTooDeep(value)) throw new TooDeepError()
  if (texts !== undefined) checkNumbers(value, holder, key, texts)
}

function checkNumbers(value: Json, holder: object, key: string | number, texts: NumberTexts): void {
  if (typeof value === 'number') checkNumber(value, numberTextAt(texts, holder, key))
  else if (Array.isArray(value)) for (const [at, item] of value.entries()) checkNumbers(item, value, at, texts)
  else if (isObject(value)) for (const name of Object.keys(value)) checkNumbers(value[name] ?? null, value, name, texts)
}

function checkNumber(value: number, text: string | undefined): void {
  if (text !== undefined && !Number.isFinite(value))
    throw new DecodeError(`json: cannot unmarshal number ${text} into Go value of type float64`)
}
