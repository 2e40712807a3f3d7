import type { MomentSend } from '#facts/moment.ts'

/** The server's answer to the request of a step. */
export interface StageAnswer {
  readonly code: number
  readonly words: string
}

interface AnswerBody {
  readonly kind?: string
  readonly reason?: string
  readonly message?: string
}

/** The target of a dry run: nothing of what the stage shows changes. [PR7] */
export function dryTarget({ method, target }: MomentSend): string {
  if (method === 'GET' || /[?&]dryRun=/.test(target)) return target
  return `${target}${target.includes('?') ? '&' : '?'}dryRun=All`
}

function wordsOf(text: string): string {
  try {
    const { kind, reason, message } = JSON.parse(text) as AnswerBody
    return kind === 'Status' && message !== undefined ? `${reason ?? ''}: ${message}` : ''
  } catch (error) {
    if (error instanceof SyntaxError) return ''
    throw error
  }
}

/** Sends the request of a step as a dry run. [PR7] */
export async function sendDry(fetcher: typeof fetch, request: MomentSend): Promise<StageAnswer> {
  const { method, contentType, body } = request
  const response = await fetcher(dryTarget(request), {
    method,
    headers: { accept: 'application/json', ...(contentType === '' ? {} : { 'content-type': contentType }) },
    ...(body === '' || method === 'GET' ? {} : { body }),
  })
  return { code: response.status, words: wordsOf(await response.text()) }
}
