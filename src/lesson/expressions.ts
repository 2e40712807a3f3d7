import type { Json } from '#api/json.ts'
import { celTypes, type CelInputs, type CelProgram, type CelType, createCelEnvironment, toJson } from '#cel/cel.ts'

/** Cost limit of one expression of a lesson: thousands of times the cost of any in the product. */
const COST_LIMIT = 200_000

const { bool, dyn, int, string, list, map, object } = celTypes

/** One request, in the shape of the CEL variable `last` and of the items of `log`. */
const requestType: CelType = object('Request', {
  method: string,
  path: string,
  query: map(string, string),
  verb: string,
  actor: string,
  code: int,
  reason: string,
  wrote: int,
  sent: dyn,
  headers: map(string, string),
  body: dyn,
  text: string,
  size: int,
  events: list(object('Event', { type: string, object: dyn })),
  isOpen: bool,
  isSampled: bool,
})

const watchType: CelType = object('Watch', {
  actor: string,
  resource: string,
  namespace: string,
  start: int,
  delivered: int,
  count: int,
  bookmarks: bool,
  isOpen: bool,
  why: string,
})

const pageType: CelType = object('Pages', {
  resource: string,
  namespace: string,
  revision: int,
  count: int,
  state: string,
})

const configType: CelType = object('Config', { text: string, isInForce: bool, message: string, failed: int })

/** The variables of a lesson's expressions. docs/lessons.md describes them. */
const environment = createCelEnvironment({
  variables: {
    objects: list(dyn),
    log: list(requestType),
    last: requestType,
    watches: list(watchType),
    pages: list(pageType),
    config: map(string, configType),
    identity: object('Identity', { name: string, how: string }),
    me: object('Me', { name: string, groups: list(string), requests: int }),
    history: object('History', { newest: int, compacted: int }),
    kept: map(string, dyn),
  },
  types: [requestType, watchType, pageType, configType],
  canBind: true,
})

export type LessonProgram =
  | { readonly type: 'program'; readonly run: (inputs: CelInputs) => Outcome }
  /** `at` counts from 0 in the expression. */
  | { readonly type: 'failed'; readonly message: string; readonly at: number }

/** The value of an expression, or the error of its evaluation. */
export type Outcome =
  | { readonly type: 'value'; readonly value: Json; readonly cost: number }
  | { readonly type: 'error'; readonly message: string }

/** Compiles an expression. `isCondition`: it must yield true or false. [LSN2] */
export function compileExpression(source: string, isCondition: boolean): LessonProgram {
  const compiled = environment.compile(source)
  if (compiled.type === 'failed') {
    const [issue] = compiled.issues
    return { type: 'failed', message: issue?.message ?? compiled.text, at: issue?.from ?? 0 }
  }
  const { program } = compiled
  if (isCondition && program.resultType.kind !== 'bool')
    return { type: 'failed', message: `a condition must be true or false, not ${program.resultType.name}`, at: 0 }
  return { type: 'program', run: (inputs) => evaluate(program, inputs) }
}

function evaluate(program: CelProgram, inputs: CelInputs): Outcome {
  const result = program.evaluate(inputs, { costLimit: COST_LIMIT })
  if (result.type === 'error') return { type: 'error', message: result.message }
  const value = toJson(result.value)
  return value === undefined
    ? { type: 'error', message: 'the value is no JSON' }
    : { type: 'value', value, cost: result.cost }
}
