import { printExactJson } from '#api/exact-json.ts'
import type { Clock } from '#api/clock.ts'
import { type JsonObject, isObject } from '#api/json.ts'
import type { OutboundFetch } from '#api/outbound-fetch.ts'
import { pathOf, tryParseUrl, UrlError } from '#go/url.ts'
import { answerProblem, dialProblem } from './answer-problems.ts'
import { parseReview } from './read-answer.ts'
import { callWithRetries } from './retry-after.ts'

/** The address of a webhook: a URL, or a service of the cluster. */
export interface ClientConfig {
  readonly url?: string | undefined
  readonly service?:
    | {
        readonly name?: string | undefined
        readonly namespace?: string | undefined
        readonly path?: string | undefined
        readonly port?: number | undefined
      }
    | undefined
  readonly caBundle?: string | undefined
}

/** Finds a service of the cluster; `null` if it does not exist. */
export type FindService = (namespace: string, name: string) => Promise<JsonObject | null>

/** Dependencies of outgoing calls. */
export interface Outbound {
  readonly fetch: OutboundFetch
  readonly clock: Clock
}

/** A response may be as large as a request body, since a patch may replace the whole object. */
const answerBytesMax = 8 * 1024 * 1024
const defaultPort = 443
/** The User-Agent of webhook calls. */
const userAgent = 'kube-apiserver-admission'

export interface WebhookCall {
  readonly config: ClientConfig
  readonly timeoutMs: number
  readonly review: JsonObject
}

/** A webhook could not be called. `client`: its configuration is invalid, so that no request was sent. */
export class WebhookCallError extends Error {
  override readonly name = 'WebhookCallError'
  readonly stage: 'client' | 'call'

  constructor(stage: 'client' | 'call', message: string) {
    super(message)
    this.stage = stage
  }
}

/**
 * Posts a review to a webhook and returns the review in its response. Waits no longer than the timeout, follows no
 * redirects and reads a bounded response. [WH4]
 * @throws WebhookCallError with the text of the reference
 */
export async function callWebhook(
  call: WebhookCall,
  outbound: Outbound,
  findService: FindService,
): Promise<JsonObject> {
  const { config, timeoutMs } = call
  const address = addressOf(config)
  const unusable = typeof address === 'object' ? address.problem : caProblem(config)
  if (typeof address === 'object' || unusable !== '') throw new WebhookCallError('client', unusable)
  const url = `${address}?timeout=${Math.ceil(timeoutMs / 1000)}s`
  const failed = (why: string): WebhookCallError => new WebhookCallError('call', why)
  const failedPost = (why: string): WebhookCallError => failed(`Post ${JSON.stringify(url)}: ${why}`)
  const missing = await serviceProblem(config, findService)
  if (missing !== '') throw failedPost(missing)
  const { clock } = outbound
  const answered = await withTimeout(clock, timeoutMs, (signal) =>
    callWithRetries(() => send(call, url, outbound, signal), responseOf, { clock, signal }),
  )
  if (answered === 'timeout') throw failedPost('context deadline exceeded')
  if (answered.type === 'unreachable') throw failedPost(dialProblem(answered.error, url))
  if (answered.type === 'too-long') throw failed(`response body is longer than ${answerBytesMax} bytes`)
  const problem = answerProblem(answered.status, answered.text, answered.contentType)
  if (problem !== '') throw failed(problem)
  const review = await parseReview(answered, call.review)
  if (!isObject(review)) throw failed(review)
  return review
}

/** Returns the URL of a webhook without its query. A service has its in-cluster DNS name. */
function addressOf(config: ClientConfig): string | { readonly problem: string } {
  const { service, url = '' } = config
  if (service !== undefined) {
    const host = `${service.name ?? ''}.${service.namespace ?? ''}.svc:${service.port ?? defaultPort}`
    return `https://${host}${cleanPath(service.path ?? '')}`
  }
  const parts = tryParseUrl(url)
  if (parts instanceof UrlError) return { problem: `Unparsable URL: ${parts.message}` }
  return `${parts.scheme}://${parts.host}${cleanPath(pathOf(parts))}`
}

/** Returns the error of an invalid CA bundle, which is checked before the call. */
function caProblem({ caBundle = '' }: ClientConfig): string {
  if (caBundle === '' || atob(caBundle).includes('-----BEGIN CERTIFICATE-----')) return ''
  return 'unable to load root certificates: unable to parse bytes as PEM block'
}

/** Returns Go's `path.Join("/", path)`. */
function cleanPath(path: string): string {
  const kept: string[] = []
  for (const step of path.split('/'))
    if (step === '..') kept.pop()
    else if (step !== '' && step !== '.') kept.push(step)
  return `/${kept.join('/')}`
}

/** Returns the error for a service that does not exist or lacks the port: it is not called. */
async function serviceProblem({ service }: ClientConfig, findService: FindService): Promise<string> {
  if (service === undefined) return ''
  const { name = '', namespace = '', port = defaultPort } = service
  const found = await findService(namespace, name)
  if (found === null) return `service ${JSON.stringify(name)} not found`
  const spec = isObject(found['spec']) ? found['spec'] : {}
  if (spec['type'] === 'ExternalName') return ''
  if (spec['clusterIP'] === 'None') return 'cannot route to service with ClusterIP "None"'
  const ports = Array.isArray(spec['ports']) ? spec['ports'] : []
  const has = ports.some((each) => isObject(each) && each['port'] === port)
  return has ? '' : `no service port ${port} found for service ${JSON.stringify(name)}`
}

type Answered =
  | {
      readonly type: 'answer'
      readonly status: number
      readonly text: string
      readonly contentType: string
      readonly retryAfter: string
    }
  | { readonly type: 'unreachable'; readonly error: unknown }
  | { readonly type: 'too-long' }

const responseOf = (answered: Answered): Extract<Answered, { type: 'answer' }> | null =>
  answered.type === 'answer' ? answered : null

async function send(
  { review, config }: WebhookCall,
  url: string,
  outbound: Outbound,
  signal: AbortSignal,
): Promise<Answered> {
  try {
    const request = new Request(url, {
      method: 'POST',
      headers: {
        accept: 'application/json, */*',
        'accept-encoding': 'gzip',
        'content-type': 'application/json',
        'user-agent': userAgent,
      },
      body: printExactJson(review),
      redirect: 'manual',
      signal,
    })
    const { caBundle } = config
    const response = await outbound.fetch(request, caBundle === undefined ? {} : { caBundle: atob(caBundle) })
    const text = await boundedText(response)
    if (text === null) return { type: 'too-long' }
    const { status, headers } = response
    const header = (name: string): string => headers.get(name) ?? ''
    return { type: 'answer', status, text, contentType: header('content-type'), retryAfter: header('retry-after') }
  } catch (error) {
    return { type: 'unreachable', error }
  }
}

/** Reads the body as text; `null` if it exceeds the limit. The rest is not read. */
async function boundedText({ body }: Response): Promise<string | null> {
  if (body === null) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let [text, length] = ['', 0]
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    length += value.length
    if (length > answerBytesMax) {
      await reader.cancel()
      return null
    }
    text += decoder.decode(value, { stream: true })
  }
}

async function withTimeout<Value>(
  clock: Clock,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | 'timeout'> {
  const ending = new AbortController()
  let stop = (): void => undefined
  const late = new Promise<'timeout'>((resolve) => {
    stop = clock.after(limitMs, () => resolve('timeout'))
  })
  try {
    return await Promise.race([work(ending.signal), late])
  } finally {
    stop()
    // Cancels the call if it lost the race against the timeout.
    ending.abort()
  }
}
