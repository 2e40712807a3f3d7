import { type AccessObserver, noObserver } from '#server/auth/access-observer.ts'
import type { Attributes, Decision, DecisionListener } from '#server/auth/authorizer.ts'
import { joinErrors } from '#server/auth/resolved-rules.ts'
import { failed } from './failed.ts'
import { matchVariable } from './review.ts'
import type { WebhookConfig } from './webhook-config.ts'

/**
 * Returns `null` if every condition holds and the webhook must be called, else the decision without it. A condition
 * that is false
 * skips the webhook even if an earlier one failed. [AZ2]
 */
export function judgeMatch(
  config: WebhookConfig,
  attributes: Attributes,
  onEvent?: DecisionListener,
  observer: AccessObserver = noObserver,
): Decision | null {
  if (config.matchConditions.length === 0) return null
  const start = observer.monotonicMs()
  const { decision, hasErrors, isExcluded } = evaluateAll(config, attributes, onEvent)
  const seconds = (observer.monotonicMs() - start) / 1000
  observer.observe({ type: 'conditions', name: config.name, seconds, hasErrors, isExcluded })
  return decision
}

interface Judgement {
  readonly decision: Decision | null
  readonly hasErrors: boolean
  readonly isExcluded: boolean
}

function evaluateAll(config: WebhookConfig, attributes: Attributes, onEvent?: DecisionListener): Judgement {
  const variable = matchVariable(attributes)
  const errors: string[] = []
  for (const condition of config.matchConditions) {
    const result = condition.evaluate(variable)
    const { cost = 0 } = result
    const value = 'value' in result && typeof result.value === 'boolean' ? result.value : null
    onEvent?.({
      type: 'condition',
      condition: { expression: condition.text, value, error: 'error' in result ? result.error : '', cost },
    })
    if ('error' in result)
      errors.push(`cel evaluation error: expression '${condition.text}' resulted in error: ${result.error}`)
    else if (result.value !== true)
      return {
        decision: { type: 'no-opinion', why: '', by: `webhook ${config.name}, skipped: ${condition.text} is false` },
        hasErrors: errors.length > 0,
        isExcluded: true,
      }
  }
  const decision = errors.length === 0 ? null : failed(config, joinErrors(errors))
  return { decision, hasErrors: errors.length > 0, isExcluded: false }
}
