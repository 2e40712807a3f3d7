const unitMs: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
])

/** Reads `5m`, `40s`, `1h30m`, `250ms` into milliseconds; `null` when it is none. */
export function parseDuration(text: string): number | null {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/.test(text)) return null
  let ms = 0
  for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    ms += Number(number) * (unitMs.get(unit ?? '') ?? 0)
  }
  return ms
}
