import { textOf, isObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'

/** Returns the field manager of the newest entry in managedFields; `undefined` when there is none. */
export function lastManager({ metadata }: ApiObject): string | undefined {
  let best: { readonly name: string; readonly time: string } | undefined
  for (const entry of metadata.managedFields ?? []) {
    if (!isObject(entry)) continue
    const name = textOf(entry.manager)
    const time = textOf(entry.time)
    if (best === undefined || time >= best.time) best = { name, time }
  }
  return best?.name
}
