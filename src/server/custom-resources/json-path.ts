import { type Json, isObject, own } from '#api/json.ts'

type Step =
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'index'; readonly at: number }
  | { readonly type: 'all' }
  | { readonly type: 'filter'; readonly path: readonly Step[]; readonly equals: string | null }

const fieldStep = /^\.((?:\\.|[^.[\\\s()])+)/
const quotedStep = /^\[['"]([^'"\]]*)['"]\]/
const indexStep = /^\[(-?\d{1,9})\]/
const filterStep = /^\[\?\(@((?:\.[^.[\]\s()=]+)+)(?:\s*==\s*(?:"([^"]*)"|'([^']*)'|([^\s)]+)))?\s*\)\]/

/** Reads a simple JSONPath such as `.status.conditions[?(@.type=="Ready")].status`; `null` for what it can't read. [CRD9] */
export function parseJsonPath(path: string): readonly Step[] | null {
  const steps: Step[] = []
  let rest = path
  while (rest !== '') {
    const read = readStep(rest)
    if (read === null) return null
    steps.push(read.step)
    rest = rest.slice(read.length)
  }
  return steps
}

function readStep(rest: string): { readonly step: Step; readonly length: number } | null {
  if (rest.startsWith('[*]')) return { step: { type: 'all' }, length: 3 }
  if (rest.startsWith('.*')) return { step: { type: 'all' }, length: 2 }
  const field = fieldStep.exec(rest) ?? quotedStep.exec(rest)
  if (field !== null)
    return { step: { type: 'field', name: (field[1] ?? '').replace(/\\(.)/g, '$1') }, length: field[0].length }
  const index = indexStep.exec(rest)
  if (index !== null) return { step: { type: 'index', at: Number(index[1]) }, length: index[0].length }
  return readFilter(rest)
}

function readFilter(rest: string): ReturnType<typeof readStep> {
  const filter = filterStep.exec(rest)
  const inner = filter === null ? null : parseJsonPath(filter[1] ?? '')
  if (filter === null || inner === null) return null
  const equals = filter.slice(2).find((each) => each !== undefined) ?? null
  return { step: { type: 'filter', path: inner, equals }, length: filter[0].length }
}

/** All values that a path names in `value`. */
export const valuesAt = (value: Json, steps: readonly Step[]): readonly Json[] =>
  steps.reduce<readonly Json[]>((values, step) => values.flatMap((each) => take(each, step)), [value])

function take(value: Json, step: Step): readonly Json[] {
  switch (step.type) {
    case 'field': {
      const found = isObject(value) ? own(value, step.name) : undefined
      return found === undefined ? [] : [found]
    }
    case 'index': {
      const found = Array.isArray(value) ? value.at(step.at) : undefined
      return found === undefined ? [] : [found]
    }
    case 'all':
      return members(value)
    case 'filter':
      return members(value).filter((each) => {
        const found = valuesAt(each, step.path)
        return step.equals === null ? found.length > 0 : found.some((one) => String(one) === step.equals)
      })
  }
}

const members = (value: Json): readonly Json[] => {
  if (Array.isArray(value)) return value
  return isObject(value) ? Object.values(value).filter((each) => each !== undefined) : []
}
