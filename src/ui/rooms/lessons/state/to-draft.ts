import type { ReadyRequest } from '#lesson/expand.ts'
import { emptyDraft, methods, type RequestDraft, withMethod, withTarget } from '#ui/exchange/request-draft.ts'

/** Returns a request of a lesson as a draft of the console. */
export function toDraft({ method, target, headers, body }: ReadyRequest): RequestDraft {
  const known = methods.find((each) => each === method) ?? 'GET'
  const { 'content-type': contentType, accept, ...others } = headers
  const draft = withTarget(withMethod(emptyDraft, known), target)
  return {
    ...draft,
    contentType: contentType ?? draft.contentType,
    accept: accept ?? draft.accept,
    headers: Object.entries(others)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    body,
  }
}

/** One line and the body of a draft, for the comparison of two. */
export const draftText = (draft: RequestDraft): string => {
  const query = draft.query.map(({ name, value }) => `${name}=${value}`).join('&')
  return `${draft.method} ${draft.path}${query === '' ? '' : `?${query}`}${draft.body === '' ? '' : `\n\n${draft.body}`}`
}
