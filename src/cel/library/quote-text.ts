import { escapes } from '#go/quote.ts'

/** `strings.quote`: returns a text in double quotes with escapes; lone surrogates become the replacement character. */
export const quoteText = (value: string): string =>
  `"${Array.from(value, (c) => escapes.get(c) ?? (/[\ud800-\udfff]/u.test(c) ? '\ufffd' : c)).join('')}"`
