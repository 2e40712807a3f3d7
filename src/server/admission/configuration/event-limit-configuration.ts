import { type FieldError, fieldErrorText, invalid, notSupported } from '#api/field-error.ts'
import type { Json } from '#api/json.ts'
import type { EventLimit, EventLimitType } from '#server/admission/plugins/optional/event-rate-limit.ts'
import { AdmissionConfigError } from '#server/admission/chain/admission-config-error.ts'
import { listAt, numberAt, requireKind, strictObject, textAt } from './strict-object.ts'

const types: readonly EventLimitType[] = ['Server', 'Namespace', 'User', 'SourceAndObject']
/** The cache size of a limit that does not set one. */
const defaultCacheSize = 4096

/** Reads the configuration of EventRateLimit; `null` if there is none. @throws AdmissionConfigError [ADP3] */
export function readEventLimits(value: Json): readonly EventLimit[] {
  requireKind(value, { group: 'eventratelimit.admission', versions: ['v1alpha1'], kind: 'Configuration' })
  const root = strictObject(value, '', ['apiVersion', 'kind', 'limits'])
  const errors: FieldError[] = []
  const limits = listAt(root, 'limits', 'limits').map((each, at) => readLimit(each, `limits[${at}]`, errors))
  if (limits.length === 0) errors.push(invalid('limits', [], 'must not be empty'))
  if (errors.length > 0) {
    const texts = errors.map(fieldErrorText)
    throw new AdmissionConfigError(texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`)
  }
  return limits
}

function readLimit(value: Json, path: string, errors: FieldError[]): EventLimit {
  const limit = strictObject(value, path, ['type', 'qps', 'burst', 'cacheSize'])
  const text = textAt(limit, 'type', `${path}.type`)
  const type = types.find((each) => each === text)
  const [burst, qps, cacheSize] = ['burst', 'qps', 'cacheSize'].map((field) =>
    numberAt(limit, field, `${path}.${field}`),
  ) as [number, number, number]
  if (type === undefined) errors.push(notSupported(`${path}.type`, text, types))
  if (burst <= 0) errors.push(invalid(`${path}.burst`, burst, 'must be positive'))
  if (qps <= 0) errors.push(invalid(`${path}.qps`, qps, 'must be positive'))
  if (type !== 'Server' && cacheSize < 0) errors.push(invalid(`${path}.cacheSize`, cacheSize, 'must not be negative'))
  return { type: type ?? 'Server', qps, burst, cacheSize: cacheSize === 0 ? defaultCacheSize : cacheSize }
}
