/** A double as Go's `%g` prints it: `3`, `1e+06`, `1.5e-07`, `+Inf`. */
export function doubleText(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  if (value === 0) return Object.is(value, -0) ? '-0' : '0'
  const [digits = '0', power = '0'] = value.toExponential().split('e')
  const exponent = Number(power)
  if (exponent >= -4 && exponent < 6) return plainText(value)
  const sign = exponent < 0 ? '-' : '+'
  return `${digits}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`
}

/** All digits, without an exponent. */
export function plainText(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  const [digits = '0', power = '0'] = text.split('e')
  const [whole = '0', fraction = ''] = digits.replace('-', '').split('.')
  const exponent = Number(power)
  const sign = value < 0 ? '-' : ''
  if (exponent >= 0) return sign + whole + fraction.padEnd(exponent, '0')
  return `${sign}0.${'0'.repeat(-exponent - 1)}${whole}${fraction}`
}

/**
 * A JSON number as Go prints it with `%v` after decoding: whole numbers are `int64`, all others are doubles. A whole
 * number that was written with a fraction or an exponent is not distinguished from an `int64`.
 */
export const numberText = (value: number | bigint): string =>
  typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : doubleText(value)
