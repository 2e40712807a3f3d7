import type { FlowClassifier } from '#server/auth/flow.ts'
import type { Filter } from '#server/request/request-context.ts'

/** Classifies the request for the headers of its response. Nothing is queued. [FC11] */
export const flowControl =
  (flows: FlowClassifier): Filter =>
  (next) =>
  async (context) => {
    const flow = await flows.classify({ user: context.user, ...context.info })
    if (flow !== null) context.outcome.flow = flow
    return next(context)
  }
