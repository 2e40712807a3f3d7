import type { FinishedRequest } from '#facts/fact.ts'
import type { SentRequest } from '#ui/model/sent-requests.ts'
import {
  hasBody,
  emptyDraft,
  methods,
  type RequestDraft,
  withMethod,
  withParameter,
  withTarget,
} from '#ui/exchange/request-draft.ts'
import { targetOf } from './request-rows.ts'

/**
 * Returns a request of the log as a draft, with its body if this tab sent it. `null` for a method that the console does
 * not support. [RQD2]
 */
export function draftOf(request: FinishedRequest, sent: SentRequest | undefined): RequestDraft | null {
  const method = methods.find((one) => one === request.method)
  if (method === undefined) return null
  const draft = withTarget(withMethod(emptyDraft, method), targetOf(request.url))
  if (sent === undefined) return draft
  const header = (wanted: string): string | undefined => sent.headers.find(([name]) => name === wanted)?.[1]
  return {
    ...draft,
    body: sent.body,
    contentType: header('content-type')?.split(';', 1)[0] ?? draft.contentType,
    accept: header('accept') ?? draft.accept,
  }
}

/** Returns the reason why a request cannot be sent again unchanged; `null` when it can. [RQD2] */
export function whyNotAgain(request: FinishedRequest, sent: SentRequest | undefined): string | null {
  if (request.verb === 'watch') return 'Open watches in the Watches tab or in the console.'
  const method = methods.find((one) => one === request.method)
  if (method === undefined) return 'The console does not support this method.'
  if (sent !== undefined || !hasBody(method) || request.bytesIn === 0) return null
  return 'Its body was sent by another client or is no longer kept: the server keeps no bodies.'
}

/** Returns the same request as a dry run. */
export const asDryRun = (draft: RequestDraft): RequestDraft => withParameter(draft, 'dryRun', 'All')
