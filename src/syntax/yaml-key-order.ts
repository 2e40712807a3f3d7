const isLetter = (char: string): boolean => /^\p{L}$/u.test(char)
const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39

/**
 * Compares keys with numbers in them by value, and other characters before letters: `a2` before `a10`, `.` before
 * `a`.
 */
export function compareKeys(a: string, b: string): number {
  const at = firstDifference(a, b)
  if (at === a.length || at === b.length) return a.length - b.length
  const [x, y] = [charAt(a, at), charAt(b, at)]
  const [isLeft, isRight] = [isLetter(x), isLetter(y)]
  if (isLeft && isRight) return x < y ? -1 : 1
  if (isLeft || isRight) return isRight ? -1 : 1
  return compareNumbers(a, b, at)
}

/** Returns the index of the first character that differs, or the length of the shorter text. */
function firstDifference(a: string, b: string): number {
  const shared = Math.min(a.length, b.length)
  let at = 0
  while (at < shared && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  // The halves of a character outside the BMP belong together.
  const isInside = isLowHalf(a.charCodeAt(at)) || isLowHalf(b.charCodeAt(at))
  return isInside && isHighHalf(a.charCodeAt(at - 1)) ? at - 1 : at
}

const isHighHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLowHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

const charAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0)

function compareNumbers(left: string, right: string, at: number): number {
  const isInsideNumber = (left[at] === '0' || right[at] === '0') && startsNonZero(left, at)
  const prefix = isInsideNumber ? '1' : '0'
  const [x, y] = [digitsFrom(left, at), digitsFrom(right, at)]
  const order = compareDigits(prefix + x, prefix + y)
  if (order !== 0) return order
  if (x.length !== y.length) return x.length - y.length
  return charAt(left, at) < charAt(right, at) ? -1 : 1
}

/** Compares numbers by value. */
function compareDigits(a: string, b: string): number {
  const [x, y] = [withoutZeros(a), withoutZeros(b)]
  if (x.length !== y.length) return x.length - y.length
  return x === y ? 0 : x < y ? -1 : 1
}

const withoutZeros = (digits: string): string => digits.replace(/^0+/, '')

/** A zero at this position is an inner digit of a number, not its first. */
function startsNonZero(text: string, at: number): boolean {
  for (let before = at - 1; before >= 0 && isDigit(text.charCodeAt(before)); before -= 1)
    if (text[before] !== '0') return true
  return false
}

function digitsFrom(text: string, start: number): string {
  let at = start
  while (isDigit(text.charCodeAt(at))) at += 1
  return text.slice(start, at)
}
