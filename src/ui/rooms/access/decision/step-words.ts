import type { DecisionStep } from '#facts/config-api.ts'
import { countText } from '#ui/model/words.ts'
import { spanMs } from '#ui/rooms/access/state/waterfall.ts'

export interface StepWords {
  /** Shown to the right of the name. */
  readonly word: string
  readonly sentence: string
}

/** Describes the outcome of a step in a word and a sentence. [AR15] */
export function stepWords(step: DecisionStep): StepWords {
  if (step.decision === 'not asked') return { word: 'Not consulted', sentence: 'An earlier authorizer decided.' }
  if (step.grants !== null) return rolesWords(step, step.grants.length)
  if (step.type === 'Webhook') return webhookWords(step)
  return { word: decisionWord(step), sentence: plainSentence(step) }
}

const decisionWords = {
  allowed: 'Allows',
  denied: 'Denies',
  'no-opinion': 'No opinion',
  'not asked': 'Not consulted',
} as const
const decisionWord = ({ decision }: DecisionStep): string => decisionWords[decision]

function plainSentence({ type, decision, by, why }: DecisionStep): string {
  if (type === 'system:masters')
    return decision === 'allowed'
      ? 'Members of system:masters are allowed everything, regardless of the configuration.'
      : 'The user is not a member of system:masters.'
  if (type === 'option') return 'No authorization file is in force: the flags of the server decide.'
  const reported = by === '' ? why : by
  return reported === '' ? 'It has no opinion.' : reported
}

function rolesWords(step: DecisionStep, count: number): StepWords {
  const reach = `${countText(count, 'binding')} ${count === 1 ? 'applies' : 'apply'} to this user`
  if (step.decision === 'allowed')
    return { word: 'Allows', sentence: step.why === '' ? 'A rule matches.' : `${step.why}.` }
  const sentence = count === 0 ? 'No binding applies to this user.' : `${reach}; no rule matches.`
  return { word: 'No rule matches', sentence: step.why === '' ? sentence : `${sentence} ${step.why}` }
}

function webhookWords(step: DecisionStep): StepWords {
  const { review, conditions, decision, error } = step
  const policy = decision === 'denied' ? 'a denial' : 'no opinion'
  if (review === null) {
    const isFalse = conditions.some(({ value }) => value === false)
    return isFalse
      ? { word: 'Skipped', sentence: 'A match condition is false, so the webhook is not called.' }
      : { word: 'Failed', sentence: `A match condition failed; the failure policy turns it into ${policy}.` }
  }
  if (review.answer === null)
    return { word: 'Failed', sentence: `No decision: ${error}. The failure policy turns it into ${policy}.` }
  const { allowed, denied } = review.answer
  const said = `allowed: ${allowed}, denied: ${denied}`
  const life = review.keptMs > 0 ? secondsText(review.keptMs) : ''
  const sentence = review.isCached
    ? `Not called: its cached decision is valid for another ${life}. It was ${said}.`
    : `Responded in ${spanMs(step.durationMs)}: ${said}.${life === '' ? '' : ` Cached for ${life}.`}`
  return { word: decisionWord(step), sentence }
}

/** Formats a duration in seconds, or in minutes from two minutes on. */
export function secondsText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
