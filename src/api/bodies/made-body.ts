import { emptyObject, isObject, type Json, own, setOwn, valueAt } from '#api/json.ts'

/** Names of members and indexes of lists, from the whole value inwards; `[]` is the whole value. */
export type BodyPath = readonly (string | number)[]

/**
 * A change of a JSON body. Sets the value at `at` to `value`, or to what an earlier answer has at `from`; removes it if the
 * change has neither.
 */
export interface BodyEdit {
  readonly at: BodyPath
  readonly value?: Json
  /** The place of an answer in its list. */
  readonly answer?: number
  /** In the answer; absent: all of it. */
  readonly from?: BodyPath
}

/** Returns a copy of `whole` with `value` at a path; objects on the way to it are made. */
function withEdit(whole: Json | undefined, [step, ...rest]: BodyPath, value: Json | undefined): Json | undefined {
  if (step === undefined) return value
  if (typeof step === 'number') {
    if (!Array.isArray(whole) || whole[step] === undefined) return whole
    const inner = withEdit(whole[step], rest, value)
    return inner === undefined ? whole.toSpliced(step, 1) : whole.with(step, inner)
  }
  const copy = emptyObject()
  const before = isObject(whole) ? whole : {}
  for (const name of Object.keys(before)) setOwn(copy, name, before[name] ?? null)
  const inner = withEdit(own(before, step), rest, value)
  if (inner !== undefined) setOwn(copy, step, inner)
  else delete copy[step]
  return copy
}

/**
 * Applies edits to a body. `answers` returns the JSON of an answer; `undefined` if it was refused: then an edit that would
 * take from it changes nothing.
 */
export const madeBody = (
  body: Json,
  edits: readonly BodyEdit[],
  answers: (answer: number) => Json | undefined,
): Json | undefined =>
  edits.reduce<Json | undefined>((made, { at, answer, from = [], value }) => {
    if (answer === undefined) return withEdit(made, at, value)
    const taken = valueAt(answers(answer), from)
    return taken === undefined ? made : withEdit(made, at, taken)
  }, body)
