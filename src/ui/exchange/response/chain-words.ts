import type { DecisionStep } from '#facts/config-api.ts'

/** The outcome of one authorizer, as the card of a 403 shows it. */
export interface ChainWords {
  readonly name: string
  readonly words: string
  /** `refused` for the one with which the request ended. */
  readonly state: 'passed' | 'skipped' | 'refused'
}

/** Describes the authorizers that a refused request met, in their order. [EX4] */
export function chainWords(steps: readonly DecisionStep[], verb: string): readonly ChainWords[] {
  // The first step is the group system:masters, which no file names.
  const shown = steps.filter(({ type }) => type !== 'system:masters' && type !== 'option')
  const asked = shown.filter(({ decision }) => decision !== 'not asked')
  const last = asked.find(({ decision }) => decision === 'denied') ?? asked.at(-1)
  return shown.map((step) => {
    const isSkipped = step.decision === 'not asked' || isNotCalled(step)
    return {
      name: step.name,
      words: wordsOf(step, verb),
      state: step === last ? 'refused' : isSkipped ? 'skipped' : 'passed',
    }
  })
}

/** Reports whether a match condition kept the webhook from being called. */
const isNotCalled = ({ type, review, conditions }: DecisionStep): boolean =>
  type === 'Webhook' && review === null && conditions.some(({ value }) => value === false)

function wordsOf(step: DecisionStep, verb: string): string {
  if (step.decision === 'not asked') return 'not asked'
  if (isNotCalled(step)) return 'skipped'
  if (step.error !== '') return 'failed'
  if (step.decision === 'denied') return 'denies'
  return step.grants === null ? 'no opinion' : `no rule has ${verb}`
}
