const digitsOf = (text: string): readonly number[] => Array.from(text, Number)

const bare = (text: string): string => text.replace(/[\s-]+/g, '')

/** Reports whether text is an ISBN-10: ten digits, the last may be `X`, whose weighted sum is a multiple of 11. */
export function isIsbn10(text: string): boolean {
  const number = bare(text)
  if (!/^(?:\d{9}X|\d{10})$/.test(number)) return false
  const sum = Array.from(number).reduce(
    (total, digit, at) => total + (at + 1) * (digit === 'X' ? 10 : Number(digit)),
    0,
  )
  return sum % 11 === 0
}

/** Reports whether text is an ISBN-13: thirteen digits, the last is a check digit. */
export function isIsbn13(text: string): boolean {
  const number = bare(text)
  if (!/^\d{13}$/.test(number)) return false
  const sum = digitsOf(number.slice(0, 12)).reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3), 0)
  return Number(number[12]) === (10 - (sum % 10)) % 10
}

const cardNumber =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/

/**
 * Reports whether text is a card number of a registered issuer whose digits pass the Luhn check; other characters are
 * ignored.
 */
export function isCreditCard(text: string): boolean {
  const number = text.replace(/\D+/g, '')
  if (!cardNumber.test(number)) return false
  const sum = digitsOf(number)
    .toReversed()
    .reduce((total, digit, at) => total + (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0)
  return sum % 10 === 0
}
