import type { ProofExchange } from '#proof/exchange.ts'
import { readAnswer } from '#proof/read-answer.ts'
import type { TrialExchange } from './exchanges.ts'

/** Returns an answer to a bench as recordings have them. */
export const proofExchange = ({ request, code, type, warning, text }: TrialExchange): ProofExchange => ({
  method: request.method,
  target: request.target,
  sentType: request.contentType,
  status: code,
  answeredType: type,
  warning,
  ...readAnswer(text),
})
