import { RUNTIME_CEL_COST_BUDGET } from '#cel/cel.ts'
import { evaluateConditions } from '#server/admission/dynamic/match-conditions.ts'
import { type Activation, type Outcome, runExpressions } from '#server/admission/dynamic/run-expressions.ts'
import type { Policy, Validation } from './policy.ts'

/** The result of one policy for one request and one set of parameters. */
export interface Verdict {
  readonly decisions: readonly Decision[]
  readonly annotations: readonly AnnotationAnswer[]
}

export interface Decision {
  readonly denied: boolean
  readonly message: string
  /** `''` if the validation has no reason. */
  readonly reason: string
}

export type AnnotationAnswer =
  | { readonly type: 'publish'; readonly key: string; readonly value: string }
  | { readonly type: 'error'; readonly message: string }

const nothing: Verdict = { decisions: [], annotations: [] }
const messageBytesMax = 5 * 1024

type Context = Pick<Activation, 'inputs' | 'decisions' | 'observe'>

/** Evaluates a policy: match conditions, validations with their messages, and audit annotations. [VAP5] */
export async function evaluatePolicy(policy: Policy, context: Context): Promise<Verdict> {
  const failed = (message: string): Verdict => ({ ...nothing, decisions: [failure(policy, message)] })
  const conditions = await evaluateConditions(policy.conditions, withoutNamespace(context), policy.failurePolicy)
  if (conditions.type === 'error') return failed(conditions.message)
  if (conditions.type === 'no-match') return nothing
  const activation = { ...context, variables: policy.variables }
  const { validations } = policy
  const run = await runExpressions(
    validations.map(({ expression }) => expression),
    activation,
    RUNTIME_CEL_COST_BUDGET,
  )
  if (run.type === 'out-of-budget') return failed(run.message)
  const messages = await runExpressions(
    validations.map(({ messageExpression }) => messageExpression),
    activation,
    run.budget,
  )
  const decisions = validations.map((validation, at) => {
    const outcome = run.outcomes[at] ?? { type: 'none' }
    if (outcome.type === 'error') return failure(policy, outcome.message)
    if (messages.type === 'out-of-budget') return failure(policy, `failed messageExpression: ${messages.message}`)
    return decide(validation, outcome, messages.outcomes[at])
  })
  const annotations = await annotate(policy, { ...activation, inputs: context.inputs })
  return typeof annotations === 'string' ? failed(annotations) : { decisions, annotations }
}

/** Match conditions have no `namespaceObject`. */
const withoutNamespace = (context: Context): Context => ({
  ...context,
  inputs: { ...context.inputs, namespaceObject: null },
})

/** An expression that fails to evaluate denies the request, unless the failure policy is `Ignore`. */
const failure = ({ failurePolicy }: Policy, message: string): Decision => ({
  denied: failurePolicy !== 'Ignore',
  message,
  reason: '',
})

function decide(validation: Validation, outcome: Outcome, messageOutcome: Outcome | undefined): Decision {
  if (outcome.type === 'value' && outcome.value === true) return { denied: false, message: '', reason: '' }
  const { message, reason, expression } = validation
  const own =
    messageOutcome?.type === 'value' && typeof messageOutcome.value === 'string'
      ? toHeaderText(messageOutcome.value)
      : ''
  const words = own === '' ? message.trim() : own
  return {
    denied: true,
    message: words === '' ? `failed expression: ${expression.source.trim()}` : words,
    reason: reason === '' ? 'Invalid' : reason,
  }
}

/** Returns the trimmed message if it fits in one header line, else `''`. */
function toHeaderText(text: string): string {
  const message = text.trim()
  const isLong = new TextEncoder().encode(message).length > messageBytesMax
  return isLong || message.includes('\n') ? '' : message
}

async function annotate(
  policy: Policy,
  activation: Parameters<typeof runExpressions>[1],
): Promise<readonly AnnotationAnswer[] | string> {
  const run = await runExpressions(policy.annotations, activation, RUNTIME_CEL_COST_BUDGET)
  if (run.type === 'out-of-budget') return run.message
  return run.outcomes.flatMap((outcome, at): AnnotationAnswer[] => {
    if (outcome.type === 'error')
      return policy.failurePolicy === 'Ignore' ? [] : [{ type: 'error', message: outcome.message }]
    if (outcome.type === 'none' || typeof outcome.value !== 'string') return []
    const value = outcome.value.trim()
    return value === '' ? [] : [{ type: 'publish', key: policy.annotations[at]?.key ?? '', value }]
  })
}
