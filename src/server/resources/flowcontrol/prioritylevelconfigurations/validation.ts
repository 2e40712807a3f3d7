import { child, type FieldError, type FieldPath, forbidden, invalid, notSupported, required } from '#api/field-error.ts'
import { semanticallyEqual } from '#server/resources/parts/validation/immutable.ts'
import { mandatory, priorityLevels } from '#server/resources/parts/flow-control/bootstrap.ts'
import { validateConditions } from '#server/resources/parts/flow-control/status.ts'
import { internalForm } from '#server/resources/parts/internal-types/internal-form.ts'
import type {
  LimitedPriorityLevelConfiguration,
  LimitResponse,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  QueuingConfiguration,
} from '#server/kinds/types/flowcontrol-v1.ts'
import { entropyBits, entropyBitsMax } from './entropy.ts'

const queuesMax = 10_000_000

/** [FC7] */
export const validate = ({ metadata, spec = {}, status }: PriorityLevelConfiguration): readonly FieldError[] => [
  ...validateSpec(metadata.name ?? '', spec),
  ...validateMandatory(metadata.name ?? '', spec),
  ...validateConditions(status?.conditions ?? []),
]

function validateSpec(name: string, spec: PriorityLevelConfigurationSpec): readonly FieldError[] {
  const { type = '', limited, exempt } = spec
  const odd =
    (name === 'exempt') === (type === 'Exempt')
      ? []
      : [invalid('spec.type', type, "must be 'Exempt' if and only if `name` is 'exempt'")]
  switch (type) {
    case 'Exempt':
      return [
        ...odd,
        ...(limited === undefined ? [] : [forbidden('spec.limited', 'must be nil if the type is not Limited')]),
        ...shares(exempt?.nominalConcurrencyShares, 'spec.exempt'),
        ...lendable(exempt?.lendablePercent, 'spec.exempt'),
      ]
    case 'Limited':
      return [
        ...odd,
        ...(exempt === undefined ? [] : [forbidden('spec.exempt', 'must be nil if the type is Limited')]),
        ...(limited === undefined
          ? [required('spec.limited', 'must not be empty when type is Limited')]
          : validateLimited(limited, 'spec.limited')),
      ]
    default:
      return [...odd, notSupported('spec.type', type, ['Exempt', 'Limited'])]
  }
}

const shares = (value: number | undefined, path: FieldPath): readonly FieldError[] =>
  value !== undefined && value < 0
    ? [invalid(child(path, 'nominalConcurrencyShares'), value, 'must be a non-negative integer')]
    : []

const lendable = (value: number | undefined, path: FieldPath): readonly FieldError[] =>
  value !== undefined && (value < 0 || value > 100)
    ? [invalid(child(path, 'lendablePercent'), value, 'must be between 0 and 100, inclusive')]
    : []

function validateLimited(limited: LimitedPriorityLevelConfiguration, path: FieldPath): readonly FieldError[] {
  const { borrowingLimitPercent: borrowed } = limited
  return [
    ...shares(limited.nominalConcurrencyShares, path),
    ...validateResponse(limited.limitResponse ?? {}, child(path, 'limitResponse')),
    ...lendable(limited.lendablePercent, path),
    ...(borrowed !== undefined && borrowed < 0
      ? [invalid(child(path, 'borrowingLimitPercent'), borrowed, 'if specified, must be a non-negative integer')]
      : []),
  ]
}

/** The messages name a type that does not exist, as in the reference. */
function validateResponse({ type = '', queuing }: LimitResponse, path: FieldPath): readonly FieldError[] {
  const here = child(path, 'queuing')
  switch (type) {
    case 'Reject':
      return queuing === undefined ? [] : [forbidden(here, 'must be nil if limited.limitResponse.type is not Limited')]
    case 'Queue':
      return queuing === undefined
        ? [required(here, 'must not be empty if limited.limitResponse.type is Limited')]
        : validateQueuing(queuing, here)
    default:
      return [notSupported(child(path, 'type'), type, ['Queue', 'Reject'])]
  }
}

/** A hand of queues must not need more entropy than the hash has. [FC8] */
function validateQueuing(queuing: QueuingConfiguration, path: FieldPath): readonly FieldError[] {
  const { queues = 0, handSize = 0, queueLengthLimit = 0 } = queuing
  const errors: FieldError[] = []
  if (queueLengthLimit <= 0) errors.push(invalid(child(path, 'queueLengthLimit'), queueLengthLimit, 'must be positive'))
  if (queues <= 0) errors.push(invalid(child(path, 'queues'), queues, 'must be positive'))
  else if (queues > queuesMax)
    errors.push(invalid(child(path, 'queues'), queues, `must not be greater than ${queuesMax}`))
  const why = handTexts(queues, handSize)
  if (why !== '') errors.push(invalid(child(path, 'handSize'), handSize, why))
  return errors
}

function handTexts(queues: number, handSize: number): string {
  if (handSize <= 0) return 'must be positive'
  if (handSize > queues) return `should not be greater than queues (${queues})`
  return entropyBits(queues, handSize) > entropyBitsMax
    ? `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ${entropyBitsMax}`
    : ''
}

/** Validates that an update of the exempt level changes only its concurrency shares. [FC4] */
function validateMandatory(name: string, spec: PriorityLevelConfigurationSpec): readonly FieldError[] {
  const fixed = priorityLevels.get(name)
  if (fixed === undefined || !mandatory.has(name)) return []
  const isExempt = name === 'exempt'
  const given = isExempt ? { ...spec, exempt: fixed.exempt } : spec
  if (semanticallyEqual(given, fixed)) return []
  const shown = internalForm('flowcontrol.v1.PriorityLevelConfigurationSpec', spec)
  const but = isExempt ? " except the 'spec.exempt' field" : ''
  return [invalid('spec', shown, `spec of '${name}'${but} must equal the fixed value`)]
}
