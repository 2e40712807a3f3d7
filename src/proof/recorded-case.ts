import type { Json } from '#api/json.ts'
import type { ProofExchange } from './exchange.ts'

/** A step of a recording. Steps without a path wait for events or compare values. */
export interface RecordedStep {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Json
  readonly text?: string
  readonly base64?: string
  readonly watch?: string
  readonly collect?: string
  readonly sleep?: number
  readonly until?: {
    readonly path: string
    readonly status?: number
    readonly equals?: Readonly<Record<string, Json>>
  }
  /** Values of the answer that later steps use, by name: a path in the body, or `header:NAME`. */
  readonly save?: Readonly<Record<string, string>>
  /** Number of times that it is sent. */
  readonly repeat?: number
  /** Number of events to collect. */
  readonly count?: number
  /** Paths in the answer that were not recorded; `*` for all of them. */
  readonly ignore?: readonly string[]
  readonly same?: readonly string[]
  readonly differ?: readonly string[]
  /** The reason why another answer is allowed here; such steps are counted apart. */
  readonly mayDiffer?: string
}

/** The answer of the original to a step, with marks for values that vary. */
export interface RecordedResult {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Json
  readonly text?: string
  readonly events?: readonly Json[]
}

/** One recording: requests to the original in order, and its answers. */
export interface RecordedCase {
  readonly name: string
  readonly family: string
  readonly steps: readonly RecordedStep[]
  readonly results: readonly RecordedResult[]
}

const headerOf = (headers: Readonly<Record<string, string>> | undefined, name: string): string => {
  const found = Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)
  return found?.[1] ?? ''
}

const hasBody = ({ body, text, base64 }: RecordedStep): boolean =>
  body !== undefined || text !== undefined || base64 !== undefined

/** Returns a step as an exchange; `null` for one that sends nothing, and for one without an answer. */
export function exchangeOf(step: RecordedStep, result: RecordedResult): ProofExchange | null {
  if (step.path === undefined || result.status === undefined) return null
  const sentType = headerOf(step.headers, 'content-type')
  return {
    method: step.method ?? 'GET',
    target: step.path,
    sentType: sentType === '' && hasBody(step) ? 'application/json' : sentType,
    status: result.status,
    answeredType: headerOf(result.headers, 'content-type'),
    warning: headerOf(result.headers, 'warning'),
    body: result.body,
    text: result.text ?? '',
  }
}

/** Says what a step does, in a line. */
export function stepWords(step: RecordedStep): string {
  if (step.path !== undefined) return step.path
  if (step.collect !== undefined) return `events of watch ${step.collect}`
  if (step.sleep !== undefined) return `${step.sleep} s pass`
  if (step.until !== undefined) return `until ${step.until.path} shows it`
  return `compares ${(step.same ?? step.differ ?? []).join(' and ')}`
}
