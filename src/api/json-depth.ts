import type { Json } from './json.ts'

/**
 * Maximum nesting of values. Copying, comparing and printing recurse once per level, so deeper values are refused
 * when they are decoded, before the stack could overflow. Kubernetes accepts 10,000 levels.
 */
export const VALUE_DEPTH_MAX = 1000

/**
 * Maximum nesting of declared fields: only schemas of custom resources nest deeply, and each of their levels takes
 * several calls.
 */
export const DECLARED_DEPTH_MAX = 256

/** Reports whether a value nests deeper than {@link VALUE_DEPTH_MAX}. Does not recurse. */
export function isTooDeep(value: Json): boolean {
  let level: Json[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > VALUE_DEPTH_MAX) return true
    level = level.flatMap(innerContainers)
  }
  return false
}

const innerContainers = (value: Json): Json[] =>
  typeof value === 'object' && value !== null
    ? (Object.values(value) as Json[]).filter((item) => typeof item === 'object' && item !== null)
    : []
