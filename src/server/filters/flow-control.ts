import { soon } from '#api/waiting/soon.ts'
import type { FlowClassifier } from '#server/auth/flow.ts'
import type { Filter } from '#server/request/request-context.ts'
import { type InFlightLimits, requestsInFlight } from './requests-in-flight.ts'

/** Classifies the request for the headers of its response. Nothing is queued. [FC11] */
const flowControl =
  (flows: FlowClassifier): Filter =>
  (next) =>
  (context) =>
    soon(flows.classify({ user: context.user, ...context.info }), (flow) => {
      if (flow !== null) context.outcome.flow = flow
      return next(context)
    })

/** Both filters, in their order. */
export const flowFilters = (
  flows: FlowClassifier,
  limits: InFlightLimits = { readOnly: 0, mutating: 0 },
): readonly Filter[] => [flowControl(flows), requestsInFlight(limits)]
