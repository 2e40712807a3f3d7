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
  if (step.decision === 'not asked') return { word: 'Not asked', sentence: 'Somebody before it has decided.' }
  if (step.grants !== null) return rolesWords(step, step.grants.length)
  if (step.type === 'Webhook') return webhookWords(step)
  return { word: decisionWord(step), sentence: plainSentence(step) }
}

const decisionWords = {
  allowed: 'Allows',
  denied: 'Denies',
  'no-opinion': 'No opinion',
  'not asked': 'Not asked',
} as const
const decisionWord = ({ decision }: DecisionStep): string => decisionWords[decision]

function plainSentence({ type, decision, by, why }: DecisionStep): string {
  if (type === 'system:masters')
    return decision === 'allowed'
      ? 'A member of system:masters may do everything, whatever a configuration says.'
      : 'The user is no member of system:masters.'
  if (type === 'option') return 'No authorization file is in force: the server’s own option decides.'
  const told = by === '' ? why : by
  return told === '' ? 'It has nothing to say.' : told
}

function rolesWords(step: DecisionStep, count: number): StepWords {
  const reach = `${countText(count, 'binding')} ${count === 1 ? 'reaches' : 'reach'} this user`
  if (step.decision === 'allowed')
    return { word: 'Allows', sentence: step.why === '' ? 'A rule fits.' : `${step.why}.` }
  const sentence = count === 0 ? 'No binding reaches this user.' : `${reach}; no rule fits.`
  return { word: 'No rule matches', sentence: step.why === '' ? sentence : `${sentence} ${step.why}` }
}

function webhookWords(step: DecisionStep): StepWords {
  const { review, conditions, decision, error } = step
  const policy = decision === 'denied' ? 'a denial' : 'no opinion'
  if (review === null) {
    const isFalse = conditions.some(({ value }) => value === false)
    return isFalse
      ? { word: 'Skipped', sentence: 'A match condition is false, so the webhook is not called.' }
      : { word: 'Failed', sentence: `A match condition failed; the failure policy makes that ${policy}.` }
  }
  if (review.answer === null)
    return { word: 'Failed', sentence: `No verdict: ${error}. The failure policy makes that ${policy}.` }
  const { allowed, denied } = review.answer
  const said = `allowed: ${allowed}, denied: ${denied}`
  const life = review.keptMs > 0 ? secondsText(review.keptMs) : ''
  const sentence = review.isCached
    ? `Not called: its answer from before holds for another ${life}. It was ${said}.`
    : `Called in ${spanMs(step.durationMs)}, answered ${said}.${life === '' ? '' : ` Kept for ${life}.`}`
  return { word: decisionWord(step), sentence }
}

/** Formats a duration in seconds, or in minutes from two minutes on. */
export function secondsText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
