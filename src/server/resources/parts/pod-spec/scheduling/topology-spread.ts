import {
  child,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  index,
  invalid,
  notSupported,
  required,
} from '#api/field-error.ts'
import { lastPlaces } from '#api/repetitions.ts'
import { validateLabelSelector } from '#api/selectors/label-selector-object.ts'
import { qualifiedName } from '#api/names.ts'
import { checkText, oneOf } from '#server/resources/parts/validation/texts.ts'
import type { TopologySpreadConstraint } from '#server/kinds/types/core-v1.ts'

const actions = ['DoNotSchedule', 'ScheduleAnyway']
const policies = ['Honor', 'Ignore']
const notPositive = 'must be greater than zero'

/** Validates topology spread constraints. [POD33] */
export function validateTopologySpread(
  constraints: readonly TopologySpreadConstraint[],
  path: FieldPath,
): readonly FieldError[] {
  const last = lastPlaces(constraints.map(pairOf))
  return constraints.flatMap((constraint, at) => [
    ...validateConstraint(constraint, (last.get(pairOf(constraint)) ?? at) > at, index(path, at)),
    ...validateChoices(constraint, index(path, at)),
    ...validateLabelSelector(constraint.labelSelector, child(index(path, at), 'labelSelector')),
  ])
}

/** At most one constraint may have a pair. */
const pairOf = ({ topologyKey = '', whenUnsatisfiable = '' }: TopologySpreadConstraint): string =>
  JSON.stringify([topologyKey, whenUnsatisfiable])

/** `again`: a later constraint has the same pair. */
function validateConstraint(
  { maxSkew = 0, topologyKey = '', whenUnsatisfiable = '' }: TopologySpreadConstraint,
  again: boolean,
  path: FieldPath,
): readonly FieldError[] {
  const errors: FieldError[] = []
  if (maxSkew <= 0) errors.push(invalid(child(path, 'maxSkew'), maxSkew, notPositive))
  if (topologyKey === '') errors.push(required(child(path, 'topologyKey'), 'can not be empty'))
  if (!actions.includes(whenUnsatisfiable)) {
    errors.push(notSupported(child(path, 'whenUnsatisfiable'), whenUnsatisfiable, actions))
  }
  if (again) {
    errors.push(duplicate(child(path, '{topologyKey, whenUnsatisfiable}'), `{${topologyKey}, ${whenUnsatisfiable}}`))
  }
  return errors
}

const validateChoices = (constraint: TopologySpreadConstraint, path: FieldPath): readonly FieldError[] => [
  ...validateMinDomains(constraint, child(path, 'minDomains')),
  ...oneOf(constraint.nodeAffinityPolicy, child(path, 'nodeAffinityPolicy'), policies),
  ...oneOf(constraint.nodeTaintsPolicy, child(path, 'nodeTaintsPolicy'), policies),
  ...validateKeys(constraint, child(path, 'matchLabelKeys')),
]

function validateMinDomains(
  { minDomains, whenUnsatisfiable = '' }: TopologySpreadConstraint,
  path: FieldPath,
): readonly FieldError[] {
  if (minDomains === undefined) return []
  const errors: FieldError[] = minDomains <= 0 ? [invalid(path, minDomains, notPositive)] : []
  if (whenUnsatisfiable === 'DoNotSchedule') return errors
  const why = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`
  return [...errors, invalid(path, minDomains, why)]
}

/** The selector already has the requirement that was merged from each key, so only a second one is an error. */
function validateKeys(
  { matchLabelKeys = [], labelSelector }: TopologySpreadConstraint,
  path: FieldPath,
): readonly FieldError[] {
  if (matchLabelKeys.length === 0) return []
  if (!labelSelector) return [forbidden(path, 'must not be specified when labelSelector is not set')]
  const errors: FieldError[] = matchLabelKeys.flatMap((name, at) => checkText(name, index(path, at), qualifiedName))
  const seen = new Set(Object.keys(labelSelector.matchLabels ?? {}))
  const places = lastPlaces(matchLabelKeys)
  for (const { key: name = '' } of labelSelector.matchExpressions ?? []) {
    const at = places.get(name)
    if (at !== undefined && seen.has(name)) {
      errors.push(invalid(index(path, at), name, 'exists in both matchLabelKeys and labelSelector'))
    }
    seen.add(name)
  }
  return errors
}
