import { useMemo } from 'react'
import type { ProofExchange } from '#proof/exchange.ts'
import { readAnswer } from '#proof/read-answer.ts'
import type { ReceivedAnswer } from '#ui/exchange/answer.ts'

/** Bodies above this size are not read again to look for a recording. */
const READ_MAX = 200_000

const noBody = { body: undefined, text: '' }

/** Returns a complete answer as recordings have them; `null` while it arrives, and for a body that is too long. */
export function useAnswerExchange(answer: ReceivedAnswer): ProofExchange | null {
  return useMemo(() => {
    const { method, target, sentType, status, headers, body, lines, state } = answer
    const isStream = lines !== null
    if ((state === 'open' && !isStream) || body.length > READ_MAX) return null
    const header = (name: string): string => headers.find(([key]) => key === name)?.[1] ?? ''
    return {
      method,
      target,
      sentType,
      status,
      answeredType: header('content-type'),
      warning: header('warning'),
      ...(isStream ? noBody : readAnswer(body)),
    }
  }, [answer])
}
