import { typeNameOf } from './describe.ts'
import {
  CelFailure,
  CelList,
  CelMap,
  CelOptional,
  CelUint,
  absent,
  isFailure,
  type CelOutcome,
  type CelValue,
} from './value.ts'

/** Returns an element of a list or the value of a key, or the reference's failure. */
export function at(container: CelValue, key: CelValue): CelOutcome {
  if (container instanceof CelMap) {
    const value = container.element(key)
    return value === undefined ? new CelFailure(`no such key: ${keyWord(key)}`) : value
  }
  if (!(container instanceof CelList)) return new CelFailure(`no such key: ${keyWord(key)}`)
  const index = indexOf(key)
  if (index === undefined) return unsupportedIndex(key)
  if (index < 0 || index >= container.size) return new CelFailure(`index out of bounds: ${keyWord(key)}`)
  return container.at(index)
}

const unsupportedIndex = (key: CelValue): CelFailure =>
  new CelFailure(
    typeof key === 'number'
      ? `unsupported index value ${key} in list`
      : `unsupported index type '${typeNameOf(key)}' in list`,
  )

/** As `at`, but returns an optional, which is empty if there is no element. */
export function optionalAt(container: CelValue, key: CelValue): CelOutcome {
  if (container instanceof CelOptional) return container.value === undefined ? absent : optionalAt(container.value, key)
  if (container instanceof CelMap) {
    const value = container.get(key)
    if (value === undefined) return absent
    return isFailure(value) ? value : new CelOptional(value)
  }
  if (!(container instanceof CelList)) return absent
  const index = indexOf(key)
  return index === undefined || index < 0 || index >= container.size ? absent : new CelOptional(container.at(index))
}

function indexOf(key: CelValue): number | undefined {
  if (typeof key === 'bigint') return Number(key)
  if (key instanceof CelUint) return Number(key.value)
  return typeof key === 'number' && Number.isInteger(key) ? key : undefined
}

export const keyWord = (key: CelValue): string => (key instanceof CelUint ? key.value.toString() : String(key))

/** Yields the entries whose values can be read. */
export function* entriesOf(map: CelMap): Generator<readonly [CelValue, CelValue]> {
  for (const key of map.keys()) {
    const value = map.get(key)
    if (value !== undefined && !isFailure(value)) yield [key, value]
  }
}
