import { parseExactJson } from '#api/exact-json.ts'
import { textOf, valueAt } from '#api/json.ts'
import type { Observed } from '#lesson/seen-request.ts'
import type { SentRequest } from '#ui/lab/lesson-progress.ts'

/** Characters of a line and of a body that are kept. */
const lineMax = 300
const bodyMax = 2_000

function versionIn(text: string): string {
  try {
    const version = valueAt(parseExactJson(text), ['metadata', 'resourceVersion'])
    return textOf(version)
  } catch (error) {
    if (error instanceof SyntaxError) return ''
    throw error
  }
}

/** Returns the parts of a request that the end of a lesson shows. [LSN14] */
export const sentRequest = ({ method, target, sent, code, text }: Observed): SentRequest => ({
  line: `${method} ${target}`.slice(0, lineMax),
  body: sent.length > bodyMax ? '' : sent,
  code,
  version: text === '' ? '' : versionIn(text),
})
