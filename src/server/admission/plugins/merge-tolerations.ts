import { deepEqual, type JsonObject, isNumeric } from '#api/json.ts'

/** Removes tolerations that another one covers. Of equal ones the first is kept. */
export function mergeTolerations(all: readonly JsonObject[]): JsonObject[] {
  const merged: JsonObject[] = []
  for (const [at, each] of all.entries()) {
    const isCovered =
      merged.some((other) => covers(other, each)) ||
      all.slice(at + 1).some((other) => covers(other, each) && !deepEqual(other, each))
    if (!isCovered) merged.push(each)
  }
  return merged
}

const text = (toleration: JsonObject, field: string): string => {
  const value = toleration[field]
  return typeof value === 'string' ? value : ''
}

/** Reports whether `wide` tolerates everything that `narrow` tolerates. */
function covers(wide: JsonObject, narrow: JsonObject): boolean {
  if (deepEqual(wide, narrow)) return true
  const operator = text(wide, 'operator')
  const sameKey = text(wide, 'key') === text(narrow, 'key')
  if (!sameKey && (text(wide, 'key') !== '' || operator !== 'Exists')) return false
  if (text(wide, 'effect') !== '' && text(wide, 'effect') !== text(narrow, 'effect')) return false
  if (!lastsAsLong(wide, narrow)) return false
  if (operator === 'Exists') return true
  const isEqual = operator === 'Equal' || operator === ''
  return isEqual && text(narrow, 'operator') === 'Equal' && text(narrow, 'value') === text(wide, 'value')
}

/** Absent tolerationSeconds mean forever. */
function lastsAsLong(wide: JsonObject, narrow: JsonObject): boolean {
  const [longest, requested] = [wide['tolerationSeconds'], narrow['tolerationSeconds']]
  if (text(wide, 'effect') !== 'NoExecute' || !isNumeric(longest)) return true
  return isNumeric(requested) && requested <= longest
}
