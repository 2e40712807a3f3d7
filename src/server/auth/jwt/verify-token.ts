import { errorText } from '#api/error-text.ts'
import { isObject, type JsonObject } from '#api/json.ts'
import type { Clock } from '#api/clock.ts'
import { type CompactToken, readCompactToken, type Result } from './compact-token.ts'
import { type SignatureAlgorithm, signatureAlgorithms } from './json-web-key.ts'
import type { RemoteKeySet } from './remote-key-set.ts'
import { whyClaimsFail } from './standard-claims.ts'
import type { Trace, TraceStepName } from './trace.ts'

interface Against {
  readonly issuer: string
  readonly audiences: readonly string[]
  /** Default: all supported algorithms. */
  readonly algorithms?: readonly SignatureAlgorithm[] | undefined
  readonly keys: RemoteKeySet
  readonly clock: Clock
}

/**
 * Verifies a token and returns its claims. Checks claims, then the algorithm, then the signature, as the reference
 * does. [JW8]
 */
export async function verifyToken(text: string, against: Against, trace: Trace): Promise<Result<JsonObject>> {
  const fail = (step: TraceStepName, error: string): Result<JsonObject> => {
    trace({ step, outcome: 'failed', detail: error })
    return { error }
  }
  const token = readCompactToken(text)
  if ('error' in token) return fail('format', `oidc: ${token.error}`)
  const { header, claims } = token.value
  trace({
    step: 'format',
    outcome: 'passed',
    detail: `${text.endsWith('.') ? 'an unsigned' : 'a signed'} token of ${text.length} bytes`,
  })
  const nowSeconds = against.clock.now() / 1000
  const why = whyClaimsFail(claims, { issuer: against.issuer, audiences: against.audiences, nowSeconds })
  if (why !== null) return fail('claims', why)
  trace({ step: 'claims', outcome: 'passed', detail: 'issuer, audience and times hold' })
  const allowed = against.algorithms ?? signatureAlgorithms
  const algorithm = allowed.find((each) => each === header['alg'])
  if (algorithm === undefined) return fail('algorithm', unsupported(allowed, header['alg']))
  trace({ step: 'algorithm', outcome: 'passed', detail: algorithm })
  const signature = await checkSignature(token.value, algorithm, against.keys)
  if (signature !== null) return fail('signature', signature)
  trace({ step: 'signature', outcome: 'passed', detail: describeKey(header) })
  return { value: isObject(claims) ? claims : {} }
}

const unsupported = (allowed: readonly string[], got: unknown): string =>
  `oidc: id token signed with unsupported algorithm, expected [${allowed.map((each) => JSON.stringify(each)).join(' ')}] got ${JSON.stringify(got ?? '')}`

const describeKey = (header: JsonObject): string =>
  typeof header['kid'] === 'string' ? `by key ${JSON.stringify(header['kid'])}` : 'by a key of the issuer'

async function checkSignature(
  token: CompactToken,
  algorithm: SignatureAlgorithm,
  keys: RemoteKeySet,
): Promise<string | null> {
  try {
    return (await keys.verify(token, algorithm))
      ? null
      : 'failed to verify signature: failed to verify id token signature'
  } catch (error) {
    return `failed to verify signature: fetching keys ${errorText(error)}`
  }
}
