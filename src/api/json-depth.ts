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

/** Reports whether a value nests deeper than {@link VALUE_DEPTH_MAX}. Recurses no deeper than that. */
export const isTooDeep = (value: Json): boolean => isDeeper(value, VALUE_DEPTH_MAX)

function isDeeper(value: Json | undefined, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels < 0) return true
  if (Array.isArray(value)) {
    for (const item of value) if (isDeeper(item, levels - 1)) return true
    return false
  }
  for (const name of Object.keys(value)) if (isDeeper(value[name], levels - 1)) return true
  return false
}
