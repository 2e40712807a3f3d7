import type { LeftOut } from '#facts/moment.ts'
import { scrub } from '#share/scrub.ts'
import { toCurl } from '#ui/exchange/copy-as.ts'
import { hasBody } from '#ui/exchange/request-draft.ts'
import type { FinishedRequest } from '#facts/fact.ts'
import type { SentRequest } from '#ui/model/sent-requests.ts'
import { statusText } from '#ui/exchange/response/response-line.tsx'
import { draftOf } from '#ui/parts/requests/again.ts'

const REQUESTS_MAX = 3

interface MarkdownInput {
  /** Requests of the person, oldest first. */
  readonly requests: readonly FinishedRequest[]
  readonly sent: (id: number) => SentRequest | undefined
  /** Returns the kind that a path is about; `''` if it is not known. */
  readonly kindOf: (path: string) => string
  readonly kinds: LeftOut['kinds']
  readonly title: string
  readonly revision: number
  readonly address: string
}

/** Returns Markdown with the last requests as curl, their answers, and the link. [SH12] */
export function momentMarkdown(input: MarkdownInput): string {
  const { requests, title, revision, address } = input
  const shown = requests.slice(-REQUESTS_MAX)
  const head = `**${escaped(title)}**, at revision ${revision}. [Open this moment](${address})`
  if (shown.length === 0) return `${head}\n`
  const blocks = shown.map((request) => `${curlOf(input, request)}\n# ${answerOf(request)}`).join('\n\n')
  const fence = fenceFor(blocks)
  const summary = shown.length === 1 ? '1 request' : `${shown.length} requests`
  return `${head}\n\n<details><summary>${summary}</summary>\n\n${fence}sh\n${blocks}\n${fence}\n\n</details>\n`
}

/** A text in Markdown that means nothing but itself. */
const escaped = (text: string): string => text.replace(/[\\`*_{}[\]<>()#+!|~]/g, '\\$&').replace(/\s+/g, ' ')

/** A fence longer than any in the text. */
function fenceFor(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((length, ticks) => Math.max(length, ticks.length), 2)
  return '`'.repeat(longest + 1)
}

function curlOf({ sent, kindOf, kinds }: MarkdownInput, request: FinishedRequest): string {
  const draft = draftOf(request, sent(request.id))
  if (draft === null) return `# ${request.method} ${request.url}`
  // Bodies of kinds that hold secrets stay here; so do keys and tokens in any body. [SH5]
  const isConfidential = hasBody(draft.method) && kinds.includes(kindOf(draft.path))
  const body = isConfidential ? '' : scrub(draft.body).text
  const curl = toCurl({ ...draft, headers: '', body }, '$ORCHARD').replace("'$ORCHARD", `"$ORCHARD"'`)
  return isConfidential ? `# the body is left out: it may hold secrets\n${curl}` : curl
}

function answerOf({ status, reason, wrote }: FinishedRequest): string {
  const words = reason === '' ? statusText(status) : `${status} ${reason}`
  return `${words}${wrote > 0 ? `, resourceVersion ${wrote}` : ''}`
}
