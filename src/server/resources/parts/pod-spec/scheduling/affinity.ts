import { child, type FieldError, type FieldPath, forbidden, index, invalid, required } from '#api/field-error.ts'
import { lastPlaces } from '#api/repetitions.ts'
import { validateLabelSelector } from '#api/selectors/label-selector-object.ts'
import { dns1123Label, dns1123Subdomain, labelValue, qualifiedName } from '#api/names.ts'
import { weight } from '#server/resources/parts/validation/numbers.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type {
  Affinity,
  NodeAffinity,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
} from '#server/kinds/types/core-v1.ts'
import type { LabelSelector } from '#server/kinds/types/meta-v1.ts'

const requiredTerms = 'requiredDuringSchedulingIgnoredDuringExecution'
const preferredTerms = 'preferredDuringSchedulingIgnoredDuringExecution'

/** Validates node affinity, pod affinity and pod anti-affinity. [POD31] */
export const validateAffinity = (affinity: Affinity | undefined, path: FieldPath): readonly FieldError[] => [
  ...(affinity?.nodeAffinity ? validateNodeAffinity(affinity.nodeAffinity, child(path, 'nodeAffinity')) : []),
  ...(affinity?.podAffinity ? validatePodAffinity(affinity.podAffinity, child(path, 'podAffinity')) : []),
  ...(affinity?.podAntiAffinity ? validatePodAffinity(affinity.podAntiAffinity, child(path, 'podAntiAffinity')) : []),
]

function validateNodeAffinity(affinity: NodeAffinity, path: FieldPath): readonly FieldError[] {
  const must = affinity[requiredTerms]
  const preferred = child(path, preferredTerms)
  return [
    ...(must ? validateNodeSelector(must, child(path, requiredTerms)) : []),
    ...(affinity[preferredTerms] ?? []).flatMap((term, at) => {
      const here = index(preferred, at)
      return [
        ...weight(term.weight, child(here, 'weight')),
        ...validateTerm(term.preference ?? {}, child(here, 'preference'), { anyValue: true }),
      ]
    }),
  ]
}

/** Requires at least one term; the terms are ORed. */
export function validateNodeSelector(selector: NodeSelector, path: FieldPath): readonly FieldError[] {
  const here = child(path, 'nodeSelectorTerms')
  const terms = selector.nodeSelectorTerms ?? []
  if (terms.length === 0) return [required(here, 'must have at least one node selector term')]
  return terms.flatMap((term, at) => validateTerm(term, index(here, at), { anyValue: false }))
}

/** Label values are not validated in preferred terms, where invalid ones are harmless. */
function validateTerm(
  term: NodeSelectorTerm,
  path: FieldPath,
  allow: { readonly anyValue: boolean },
): readonly FieldError[] {
  const expressions = child(path, 'matchExpressions')
  const fields = child(path, 'matchFields')
  return [
    ...(term.matchExpressions ?? []).flatMap((one, at) => validateRequirement(one, index(expressions, at), allow)),
    ...(term.matchFields ?? []).flatMap((one, at) => validateFieldRequirement(one, index(fields, at))),
  ]
}

function validateRequirement(
  requirement: NodeSelectorRequirement,
  path: FieldPath,
  allow: { readonly anyValue: boolean },
): readonly FieldError[] {
  const values = requirement.values ?? []
  const here = child(path, 'values')
  return [
    ...validateOperator(requirement.operator ?? '', values.length, path),
    ...checkText(requirement.key ?? '', child(path, 'key'), qualifiedName),
    ...(allow.anyValue ? [] : values.flatMap((value, at) => checkText(value, index(here, at), labelValue))),
  ]
}

function validateOperator(operator: string, count: number, path: FieldPath): readonly FieldError[] {
  const here = child(path, 'values')
  switch (operator) {
    case 'In':
    case 'NotIn':
      return count === 0 ? [required(here, "must be specified when `operator` is 'In' or 'NotIn'")] : []
    case 'Exists':
    case 'DoesNotExist':
      return count > 0 ? [forbidden(here, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")] : []
    case 'Gt':
    case 'Lt':
      return count === 1 ? [] : [required(here, "must be specified single value when `operator` is 'Lt' or 'Gt'")]
    default:
      return [invalid(child(path, 'operator'), operator, 'not a valid selector operator')]
  }
}

function validateFieldRequirement(requirement: NodeSelectorRequirement, path: FieldPath): readonly FieldError[] {
  const { key = '', operator = '', values = [] } = requirement
  const errors: FieldError[] = []
  if (operator !== 'In' && operator !== 'NotIn') {
    errors.push(invalid(child(path, 'operator'), operator, 'not a valid selector operator'))
  } else if (values.length !== 1) {
    const why = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"
    errors.push(required(child(path, 'values'), why))
  }
  if (key !== 'metadata.name') return [...errors, invalid(child(path, 'key'), key, 'not a valid field selector key')]
  return [
    ...errors,
    ...values.flatMap((value, at) => checkText(value, index(child(path, 'values'), at), dns1123Subdomain)),
  ]
}

function validatePodAffinity(affinity: PodAffinity, path: FieldPath): readonly FieldError[] {
  const must = child(path, requiredTerms)
  const preferred = child(path, preferredTerms)
  return [
    ...(affinity[requiredTerms] ?? []).flatMap((term, at) => validatePodTerm(term, index(must, at))),
    ...(affinity[preferredTerms] ?? []).flatMap((weighted, at) => {
      const here = index(preferred, at)
      return [
        ...weight(weighted.weight, child(here, 'weight')),
        ...validatePodTerm(weighted.podAffinityTerm ?? {}, child(here, 'podAffinityTerm')),
      ]
    }),
  ]
}

function validatePodTerm(term: PodAffinityTerm, path: FieldPath): readonly FieldError[] {
  const topologyKey = term.topologyKey ?? ''
  const here = child(path, 'topologyKey')
  return [
    ...validateLabelSelector(term.labelSelector, child(path, 'labelSelector')),
    ...validateLabelSelector(term.namespaceSelector, child(path, 'namespaceSelector')),
    ...(term.namespaces ?? []).flatMap((name) => checkText(name, child(path, 'namespace'), dns1123Label)),
    ...validateLabelKeys(term, path),
    ...(topologyKey === '' ? [required(here, 'can not be empty')] : []),
    ...checkText(topologyKey, here, qualifiedName),
  ]
}

/** Validates matchLabelKeys and mismatchLabelKeys, whose values are taken from the incoming pod. */
function validateLabelKeys(term: PodAffinityTerm, path: FieldPath): readonly FieldError[] {
  const { matchLabelKeys = [], mismatchLabelKeys = [], labelSelector } = term
  const matching = child(path, 'matchLabelKeys')
  const excluded = new Set(mismatchLabelKeys)
  return [
    ...validateKeys(matchLabelKeys, labelSelector, matching),
    ...validateKeys(mismatchLabelKeys, labelSelector, child(path, 'mismatchLabelKeys')),
    ...duplicateKeys(matchLabelKeys, labelSelector, path),
    ...matchLabelKeys.flatMap((key, at) =>
      excluded.has(key)
        ? [invalid(index(matching, at), key, 'exists in both matchLabelKeys and mismatchLabelKeys')]
        : [],
    ),
  ]
}

function validateKeys(
  keys: readonly string[],
  selector: LabelSelector | undefined,
  path: FieldPath,
): readonly FieldError[] {
  if (keys.length === 0) return []
  if (!selector) return [forbidden(path, 'must not be specified when labelSelector is not set')]
  return keys.flatMap((key, at) => checkText(key, index(path, at), qualifiedName))
}

/** The selector already has the requirement that was merged from each key, so only a second one is an error. */
function duplicateKeys(
  keys: readonly string[],
  selector: LabelSelector | undefined,
  path: FieldPath,
): readonly FieldError[] {
  if (!selector) return []
  const seen = new Set(Object.keys(selector.matchLabels ?? {}))
  const places = lastPlaces(keys)
  return (selector.matchExpressions ?? []).flatMap(({ key = '' }) => {
    const at = places.get(key)
    const twice = seen.has(key)
    seen.add(key)
    return twice && at !== undefined
      ? [invalid(index(path, at), key, 'exists in both matchLabelKeys and labelSelector')]
      : []
  })
}
