import { type Json, type JsonObject, valueAt } from './json.ts'

/** A condition of a stage on a field: absent, present, or one of these texts. */
export type Wanted = 'absent' | 'present' | readonly string[]

export class StageError extends Error {}

function toWanted(stage: string, path: string, wanted: Json | undefined): Wanted {
  if (wanted === 'absent' || wanted === 'present') return wanted
  if (Array.isArray(wanted)) return wanted.map(String)
  throw new StageError(`stage ${stage}: ${path} must be absent, present or a list of texts`)
}

/** Reads the conditions of a stage. @throws StageError */
export const readMatch = (stage: string, match: JsonObject): ReadonlyMap<string, Wanted> =>
  new Map(Object.entries(match).map(([path, wanted]) => [path, toWanted(stage, path, wanted)]))

/** Returns the value at a path such as `status.phase`; undefined where it is absent. */
export const fieldAt = (object: Json, path: string): Json | undefined => valueAt(object, path.split('.'))

/** Reports whether all conditions hold for the values that `valueOf` finds. */
export const matches = (match: ReadonlyMap<string, Wanted>, valueOf: (path: string) => Json | undefined): boolean =>
  [...match].every(([path, wanted]) => {
    const value = valueOf(path)
    if (wanted === 'absent') return value === undefined
    if (wanted === 'present') return value !== undefined
    return value !== undefined && wanted.includes(String(value))
  })
