const named: ReadonlyMap<string, string> = new Map([
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['\\', '\\\\'],
  ['"', '\\"'],
])

/** `strings.quote`: returns a text in double quotes with escapes; lone surrogates become the replacement character. */
export const quoteText = (value: string): string =>
  `"${Array.from(value, (c) => named.get(c) ?? (/[\ud800-\udfff]/u.test(c) ? '\ufffd' : c)).join('')}"`
