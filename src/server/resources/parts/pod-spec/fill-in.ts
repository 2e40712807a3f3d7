import type { JsonObject } from '#api/json.ts'

/** Gives fields that are absent or empty these values. `target` may be absent itself. [POD2] */
export function fillEmpty(
  target: JsonObject | null | undefined,
  values: Readonly<Record<string, string | number>>,
): void {
  if (!target) return
  for (const [name, value] of Object.entries(values)) target[name] ||= value
}

/** Gives fields that are absent these values. [POD2] */
export function fillAbsent(
  target: JsonObject | null | undefined,
  values: Readonly<Record<string, string | number | boolean>>,
): void {
  if (!target) return
  for (const [name, value] of Object.entries(values)) target[name] ??= value
}
