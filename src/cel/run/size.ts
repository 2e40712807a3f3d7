import { CelList, CelMap, CelOpaque, CelOptional, type CelOutcome } from './value.ts'

/** Returns the number of code points of a text, which is its size in the reference. */
export function codePoints(text: string): number {
  if (text.length < SHORT) return countPairs(text)
  if (text !== lastText) {
    lastText = text
    lastCount = countPairs(text)
  }
  return lastCount
}

/** The size of the last long text is cached, because comprehensions often request it repeatedly. */
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

/** Returns the number of elements, entries, characters or bytes; 1 for anything else. */
export function sizeForCost(value: CelOutcome | undefined): number {
  if (typeof value === 'string') return codePoints(value)
  if (typeof value !== 'object' || value === null) return 1
  if (value instanceof CelList || value instanceof CelMap) return value.size
  if (value instanceof Uint8Array) return value.length
  if (value instanceof CelOptional) return value.value === undefined ? 1 : sizeForCost(value.value)
  return value instanceof CelOpaque ? (value.size ?? 1) : 1
}
