import type { CallTrace } from '#api/call-trace.ts'
import type { Attributes as AccessAttributes, Authorizer, Decision } from '#server/auth/authorizer.ts'

/** Aborts an evaluation that needs a decision which is not available yet. */
class Undecided extends Error {
  readonly attributes: AccessAttributes
  constructor(attributes: AccessAttributes) {
    super('undecided')
    this.attributes = attributes
  }
}

/** Authorizer decisions for CEL expressions, which cannot await. Each check is authorized once per request. [VAP6] */
export interface Decisions {
  /** Returns a decision that is available; aborts the evaluation otherwise. */
  decide(attributes: AccessAttributes): Decision
  /** Evaluates `work`, and again with the missing decision, until no decision is missing. */
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
