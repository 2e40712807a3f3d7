import type { JsonObject } from '#api/json.ts'

/** Sets fields that are absent or empty to the given values. `target` may be absent. [POD2] */
export function fillEmpty(
  target: JsonObject | null | undefined,
  values: Readonly<Record<string, string | number>>,
): void {
  if (!target) return
  for (const [name, value] of Object.entries(values)) target[name] ||= value
}

/** Sets fields that are absent to the given values. [POD2] */
export function fillAbsent(
  target: JsonObject | null | undefined,
  values: Readonly<Record<string, string | number | boolean>>,
): void {
  if (!target) return
  for (const [name, value] of Object.entries(values)) target[name] ??= value
}
