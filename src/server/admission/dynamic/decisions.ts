import type { CallTrace } from '#api/call-trace.ts'
import type { Attributes as AccessAttributes, Authorizer, Decision } from '#server/auth/authorizer.ts'

/** Thrown out of an evaluation that needs a decision which is not known yet. */
class Undecided extends Error {
  readonly attributes: AccessAttributes
  constructor(attributes: AccessAttributes) {
    super('undecided')
    this.attributes = attributes
  }
}

/** Decisions of the authorizer for expressions, which cannot wait: each is asked for once a request. [VAP6] */
export interface Decisions {
  /** A decision that is known; ends the evaluation where it is not. */
  decide(attributes: AccessAttributes): Decision
  /** Runs `work` until it needs no decision that is not known. */
  answering<Value>(work: () => Value): Promise<Value>
}

export function createDecisions(authorizer: Authorizer, trace: CallTrace | undefined): Decisions {
  const known = new Map<string, Decision>()
  return {
    decide(attributes) {
      const decision = known.get(JSON.stringify(attributes))
      if (decision === undefined) throw new Undecided(attributes)
      return decision
    },
    async answering(work) {
      for (;;) {
        try {
          return work()
        } catch (error) {
          if (!(error instanceof Undecided)) throw error
          known.set(JSON.stringify(error.attributes), await authorizer.authorize(error.attributes, { trace }))
        }
      }
    },
  }
}
