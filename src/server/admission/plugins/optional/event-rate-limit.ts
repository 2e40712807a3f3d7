import { ApiError } from '#api/api-error.ts'
import type { Clock } from '#api/clock.ts'
import { isObject, textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import type { AdmissionPlugin } from '#server/admission/chain/plugin.ts'

export type EventLimitType = 'Server' | 'Namespace' | 'User' | 'SourceAndObject'

/** Requests per second, with bursts, for each key of a type; the least recent key is forgotten above `cacheSize`. */
export interface EventLimit {
  readonly type: EventLimitType
  readonly qps: number
  readonly burst: number
  readonly cacheSize: number
}

/** Limits how often events are written. [ADP3] */
export function eventRateLimit(limits: readonly EventLimit[], clock: Clock): AdmissionPlugin {
  const buckets = limits.map((limit) => ({ limit, buckets: new Map<string, Bucket>() }))
  return {
    name: 'EventRateLimit',
    operations: new Set(['CREATE', 'UPDATE']),
    async validate(attributes) {
      const { definition, dryRun } = attributes
      if (definition.resource !== 'events' || dryRun) return
      let refusal = ''
      // Every limit is charged, also after one has refused the event; the last refusal is reported.
      for (const { limit, buckets: some } of buckets) {
        const key = keyOf(limit.type, attributes)
        if (!take(some, key, limit, clock.now())) refusal = `limit reached on type ${limit.type} for key ${key}`
      }
      if (refusal !== '') throw new ApiError('TooManyRequests', `Too many requests: ${refusal}`)
    },
  }
}

interface Bucket {
  tokens: number
  filledMs: number
}

function take(
  buckets: Map<string, Bucket>,
  key: string,
  { qps, burst, cacheSize }: EventLimit,
  nowMs: number,
): boolean {
  const bucket = buckets.get(key) ?? { tokens: burst, filledMs: nowMs }
  // The map's order is that of use.
  buckets.delete(key)
  buckets.set(key, bucket)
  if (buckets.size > cacheSize) {
    const [oldest] = buckets.keys()
    if (oldest !== undefined) buckets.delete(oldest)
  }
  bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, nowMs - bucket.filledMs) / 1000) * qps)
  bucket.filledMs = nowMs
  if (bucket.tokens < 1) return false
  bucket.tokens -= 1
  return true
}

function keyOf(type: EventLimitType, { namespace, user, object }: Attributes): string {
  switch (type) {
    case 'Server':
      return ''
    case 'Namespace':
      return namespace
    case 'User':
      return user.name
    case 'SourceAndObject':
      return object === null ? '' : sourceOf(object)
  }
}

function sourceOf({ source, involvedObject }: ApiObject): string {
  const texts = (value: unknown, fields: readonly string[]): readonly string[] =>
    fields.map((field) => {
      const text = isObject(value as ApiObject) ? (value as ApiObject)[field] : undefined
      return textOf(text)
    })
  const fields = ['kind', 'namespace', 'name', 'uid', 'apiVersion']
  return [...texts(source, ['component', 'host']), ...texts(involvedObject, fields)].join('')
}
