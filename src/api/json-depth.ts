import type { Json } from './json.ts'

/**
 * Calls nest as deep as a value when it is copied, compared and printed: values that nest deeper are refused where
 * they come in, as a stack might not hold those calls. The reference lets 10,000 levels pass.
 */
export const VALUE_DEPTH_MAX = 1000

/** Levels of declared fields: only schemas of custom resources nest deep, and each of their levels takes several calls. */
export const DECLARED_DEPTH_MAX = 256

/** Without nesting calls. */
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
