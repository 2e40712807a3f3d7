const isLetter = (char: string): boolean => /^\p{L}$/u.test(char)
const isDigit = (char: string | undefined): boolean => char !== undefined && char >= '0' && char <= '9'

/**
 * Compares keys with numbers in them by value, and other characters before letters: `a2` before `a10`, `.` before
 * `a`.
 */
export function compareKeys(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)]
  const shared = Math.min(left.length, right.length)
  for (let at = 0; at < shared; at++) {
    const [x = '', y = ''] = [left[at], right[at]]
    if (x === y) continue
    const [isLeft, isRight] = [isLetter(x), isLetter(y)]
    if (isLeft && isRight) return x < y ? -1 : 1
    if (isLeft || isRight) return isRight ? -1 : 1
    return compareNumbers(left, right, at)
  }
  return left.length - right.length
}

function compareNumbers(left: readonly string[], right: readonly string[], at: number): number {
  const isInsideNumber = (left[at] === '0' || right[at] === '0') && startsNonZero(left, at)
  const prefix = isInsideNumber ? '1' : '0'
  const [x, y] = [digitsFrom(left, at), digitsFrom(right, at)]
  const [xValue, yValue] = [BigInt(prefix + x), BigInt(prefix + y)]
  if (xValue !== yValue) return xValue < yValue ? -1 : 1
  if (x.length !== y.length) return x.length - y.length
  return (left[at] ?? '') < (right[at] ?? '') ? -1 : 1
}

/** A zero at this position is an inner digit of a number, not its first. */
function startsNonZero(chars: readonly string[], at: number): boolean {
  for (let before = at - 1; before >= 0 && isDigit(chars[before]); before--) if (chars[before] !== '0') return true
  return false
}

function digitsFrom(chars: readonly string[], start: number): string {
  let at = start
  while (isDigit(chars[at])) at++
  return chars.slice(start, at).join('')
}
