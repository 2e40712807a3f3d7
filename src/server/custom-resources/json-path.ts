import { type Json, isObject, own } from '#api/json.ts'

type Operator = 'exists' | '==' | '!=' | '<' | '<=' | '>' | '>='

type Step =
  | { readonly type: 'field'; readonly name: string }
  /** Undefined bounds are those of the list; an index is a slice of one item. */
  | { readonly type: 'slice'; readonly from: number; readonly to: number | undefined; readonly by: number }
  | { readonly type: 'all' }
  | { readonly type: 'anywhere' }
  | { readonly type: 'several'; readonly paths: readonly (readonly Step[])[] }
  | { readonly type: 'filter'; readonly left: readonly Step[]; readonly operator: Operator; readonly right: Operand }

type Operand = { readonly value: Json } | { readonly path: readonly Step[] }

const fieldStep = /^\.((?:\\.|[^.[\]\\\s()"'{}])+)/
const quotedStep = /^\[\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)")\s*\]/
const sliceStep = /^\[\s*(-?\d{1,9})?\s*(?:(:)\s*(-?\d{1,9})?\s*(?::\s*(-?\d{1,9})?)?)?\s*\]/
const severalStep = /^\[\s*((?:-?\d{1,9}|'[^'\]]*'|"[^"\]]*")(?:\s*,\s*(?:-?\d{1,9}|'[^'\]]*'|"[^"\]]*"))+)\s*\]/
const filterStep =
  /^\[\?\(\s*@((?:\.(?:\\.|[^.[\]\\\s()=<>!])+|\[[^\]]*\])*)\s*(?:(==|!=|<=|>=|<|>)\s*([^)]+?))?\s*\)\]/

/** Parses a JSONPath such as `.status.conditions[?(@.type=="Ready")].status`; `null` for an unsupported path. [CRD9] */
export function parseJsonPath(path: string): readonly Step[] | null {
  const steps: Step[] = []
  let rest = path.trim()
  if (rest === '.') return steps
  while (rest !== '') {
    const read = readStep(rest)
    if (read === null) return null
    steps.push(read.step)
    rest = rest.slice(read.length)
  }
  return steps
}

interface Read {
  readonly step: Step
  readonly length: number
}

function readStep(rest: string): Read | null {
  if (rest.startsWith('[*]')) return { step: { type: 'all' }, length: 3 }
  if (rest.startsWith('..')) return { step: { type: 'anywhere' }, length: rest[2] === '[' ? 2 : 1 }
  if (/^\.\*(?=[.[]|$)/.test(rest)) return { step: { type: 'all' }, length: 2 }
  const field = fieldStep.exec(rest)
  if (field !== null) return { step: fieldOf(field[1]), length: field[0].length }
  const quoted = quotedStep.exec(rest)
  if (quoted !== null) return { step: fieldOf(quoted[1] ?? quoted[2]), length: quoted[0].length }
  return readSlice(rest) ?? readSeveral(rest) ?? readFilter(rest)
}

const fieldOf = (text = ''): Step => ({ type: 'field', name: text.replace(/\\(.)/g, '$1') })

function readSlice(rest: string): Read | null {
  const [whole, from, colon, to, by] = sliceStep.exec(rest) ?? []
  if (whole === undefined || (from === undefined && colon === undefined)) return null
  const start = Number(from ?? 0)
  const end = colon === undefined ? (start === -1 ? undefined : start + 1) : to === undefined ? undefined : Number(to)
  return { step: { type: 'slice', from: start, to: end, by: Number(by ?? 1) }, length: whole.length }
}

function readSeveral(rest: string): Read | null {
  const [whole, list = ''] = severalStep.exec(rest) ?? []
  if (whole === undefined) return null
  const paths = list.split(',').map((each) => parseJsonPath(`[${each.trim()}]`))
  const read = paths.filter((path) => path !== null)
  return read.length < paths.length ? null : { step: { type: 'several', paths: read }, length: whole.length }
}

function readFilter(rest: string): Read | null {
  const [whole, path = '', operator = 'exists', operand] = filterStep.exec(rest) ?? []
  const left = whole === undefined ? null : parseJsonPath(path)
  const right = operand === undefined ? { value: null } : readOperand(operand)
  if (whole === undefined || left === null || right === null) return null
  return { step: { type: 'filter', left, operator: operator as Operator, right }, length: whole.length }
}

function readOperand(text: string): Operand | null {
  const [, single, double] = /^(?:'([^']*)'|"([^"]*)")$/.exec(text) ?? []
  if (single !== undefined || double !== undefined) return { value: single ?? double ?? '' }
  if (text === 'true' || text === 'false') return { value: text === 'true' }
  if (/^[+-]?\d+(?:\.\d+)?$/.test(text)) return { value: Number(text) }
  const path = text.startsWith('@') ? parseJsonPath(text.slice(1)) : null
  return path === null ? null : { path }
}

/** Returns all values in `value` that match a path; none if an index is out of range. */
export const valuesAt = (value: Json, steps: readonly Step[]): readonly Json[] =>
  steps.reduce<readonly Json[]>((values, step) => values.flatMap((each) => take(each, step)), [value])

function take(value: Json, step: Step): readonly Json[] {
  switch (step.type) {
    case 'field': {
      const found = isObject(value) ? own(value, step.name) : undefined
      return found === undefined ? [] : [found]
    }
    case 'slice':
      return Array.isArray(value) ? slice(value, step) : []
    case 'all':
      return members(value)
    case 'anywhere':
      return everything(value)
    case 'several':
      return step.paths.flatMap((path) => valuesAt(value, path))
    case 'filter':
      return Array.isArray(value) ? value.filter((each) => passes(each, step)) : []
  }
}

function slice(list: readonly Json[], { from, to, by }: Extract<Step, { type: 'slice' }>): readonly Json[] {
  const start = from < 0 ? from + list.length : from
  const end = to === undefined ? list.length : to < 0 ? to + list.length : to
  if (start < 0 || start >= list.length || end < start || end > list.length || by <= 0) return []
  return list.slice(start, end).filter((_item, at) => at % by === 0)
}

const everything = (value: Json): readonly Json[] => [value, ...members(value).flatMap(everything)]

function passes(item: Json, { left, operator, right }: Extract<Step, { type: 'filter' }>): boolean {
  const [first] = valuesAt(item, left)
  if (operator === 'exists' || first === undefined) return first !== undefined
  const other = 'value' in right ? right.value : valuesAt(item, right.path)[0]
  if (other === undefined || typeof first !== typeof other || isObject(first) || Array.isArray(first)) return false
  return compare(first, other, operator)
}

function compare(a: Json, b: Json, operator: Exclude<Operator, 'exists'>): boolean {
  if (operator === '==') return a === b
  if (operator === '!=') return a !== b
  if (a === null || b === null || typeof a === 'boolean') return false
  if (operator === '<') return a < b
  if (operator === '<=') return a <= b
  return operator === '>' ? a > b : a >= b
}

const members = (value: Json): readonly Json[] => {
  if (Array.isArray(value)) return value
  return isObject(value) ? Object.values(value).filter((each) => each !== undefined) : []
}
