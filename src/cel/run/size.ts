import { CelList, CelMap, CelOpaque, CelOptional, type CelOutcome } from './value.ts'

/** How many code points a text has: how the reference counts the length of strings. */
export function codePoints(text: string): number {
  if (text.length < SHORT) return countPairs(text)
  if (text !== lastText) {
    lastText = text
    lastCount = countPairs(text)
  }
  return lastCount
}

/** The last long text is remembered: folds ask for the size of the same one again and again. */
const SHORT = 1024
let lastText = ''
let lastCount = 0

function countPairs(text: string): number {
  let pairs = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xd800 && unit <= 0xdbff) pairs++
  }
  return text.length - pairs
}

/** Elements, entries, characters or bytes; 1 of anything else. */
export function sizeForCost(value: CelOutcome | undefined): number {
  if (typeof value === 'string') return codePoints(value)
  if (typeof value !== 'object' || value === null) return 1
  if (value instanceof CelList || value instanceof CelMap) return value.size
  if (value instanceof Uint8Array) return value.length
  if (value instanceof CelOptional) return value.value === undefined ? 1 : sizeForCost(value.value)
  return value instanceof CelOpaque ? (value.size ?? 1) : 1
}
