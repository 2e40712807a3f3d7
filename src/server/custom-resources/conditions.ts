import { deepEqual } from '#api/json.ts'
import { approvalCondition } from '#server/resources/apiextensions/customresourcedefinitions/approval.ts'
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
  CustomResourceDefinitionNames,
} from '#server/kinds/types/apiextensions-v1.ts'

type Condition = CustomResourceDefinitionCondition

const isTrue = (crd: CustomResourceDefinition, type: string): boolean =>
  (crd.status?.conditions ?? []).some((each) => each.type === type && each.status === 'True')

/** Reports whether the objects of the definition are served. */
export const isEstablished = (crd: CustomResourceDefinition): boolean => isTrue(crd, 'Established')

/** Names that other definitions of the group have accepted. */
interface Taken {
  readonly resources: ReadonlySet<string>
  readonly kinds: ReadonlySet<string>
}

export function namesOf(others: readonly CustomResourceDefinition[]): Taken {
  const accepted = others.map(({ status }) => status?.acceptedNames ?? {})
  return {
    resources: new Set(
      accepted.flatMap(({ plural = '', singular = '', shortNames = [] }) => [plural, singular, ...shortNames]),
    ),
    kinds: new Set(accepted.flatMap(({ kind = '', listKind = '' }) => [kind, listKind])),
  }
}

/**
 * Returns the status after checking the names: which are accepted, and whether the definition is established. `null`
 * when nothing changes. `taken` is called only for a definition whose names are not accepted yet. [CRD2]
 */
export function settledStatus(
  crd: CustomResourceDefinition,
  taken: () => Taken,
  time: string,
): CustomResourceDefinition['status'] | null {
  const { names, conditions: naming } = namingOf(crd, taken)
  const approval = approvalCondition(crd)
  const wanted = [...naming, ...bundleConditions(crd, naming), ...(approval === null ? [] : [approval])]
  const stamped = wanted.map((each) => ({ ...each, lastTransitionTime: time }))
  if (stamped.length === 0 && names === crd.status?.acceptedNames) return null
  const conditions = stamped.reduce<Condition[]>(withCondition, [...(crd.status?.conditions ?? [])])
  const status = { ...crd.status, ...(names !== undefined && { acceptedNames: names }), conditions }
  return deepEqual(status, crd.status) ? null : status
}

interface Naming {
  readonly names: CustomResourceDefinitionNames | undefined
  readonly conditions: readonly Condition[]
}

/** Returns the accepted names. Names that are already accepted are not checked again. */
function namingOf(crd: CustomResourceDefinition, taken: () => Taken): Naming {
  const wanted = crd.spec?.names ?? {}
  const accepted = crd.status?.acceptedNames ?? {}
  if (deepEqual(wanted, accepted)) return { names: crd.status?.acceptedNames, conditions: [] }
  const { names, refusals } = acceptNames(wanted, accepted, taken())
  const [refusal] = refusals.toReversed()
  const naming = refusal === undefined ? namesAccepted : { ...namesAccepted, status: 'False', ...refusal }
  const established = refusal === undefined || isEstablished(crd) ? nowEstablished : notEstablished
  return { names, conditions: [naming, established] }
}

/**
 * Adds conditions for the CA bundle. While the bundle is invalid, the definition does not become established. [CRD12]
 */
function bundleConditions(crd: CustomResourceDefinition, naming: readonly Condition[]): readonly Condition[] {
  if (hasBrokenBundle(crd)) return [brokenBundle]
  const wasBroken = (crd.status?.conditions ?? []).some(({ reason }) => reason === brokenBundle.reason)
  return wasBroken && naming.length === 0 ? [nowEstablished] : []
}

const namesAccepted: Condition = {
  type: 'NamesAccepted',
  status: 'True',
  reason: 'NoConflicts',
  message: 'no conflicts found',
}
const nowEstablished: Condition = {
  type: 'Established',
  status: 'True',
  reason: 'InitialNamesAccepted',
  message: 'the initial names have been accepted',
}
const notEstablished: Condition = {
  type: 'Established',
  status: 'False',
  reason: 'NotAccepted',
  message: 'not all names are accepted',
}

const brokenBundle: Condition = {
  type: 'Established',
  status: 'False',
  reason: 'InvalidCABundle',
  message: 'The conversion webhook CABundle is invalid',
}

/** Reports whether conversion uses a webhook with an invalid CA bundle. [CRD12] */
function hasBrokenBundle({ spec }: CustomResourceDefinition): boolean {
  const { strategy, webhook } = spec?.conversion ?? {}
  const bundle = webhook?.clientConfig?.caBundle ?? ''
  return strategy === 'Webhook' && bundle !== '' && !hasCertificate(bundle)
}

const certificateBlock = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g

/** Reports whether a bundle (PEM in base64) contains certificates, and nothing else labelled as such. */
function hasCertificate(bundle: string): boolean {
  const blocks = [...decodeBase64(bundle).matchAll(certificateBlock)]
  // All certificates are DER sequences.
  return blocks.length > 0 && blocks.every(([, body = '']) => decodeBase64(body.replace(/\s/g, '')).startsWith('\x30'))
}

function decodeBase64(text: string): string {
  try {
    return atob(text)
  } catch (error) {
    if (error instanceof DOMException) return ''
    throw error
  }
}

/** Sets a condition; its transition time changes only with its status. */
export function withCondition(conditions: readonly Condition[], next: Condition): Condition[] {
  const before = conditions.find(({ type }) => type === next.type)
  if (before === undefined) return [...conditions, next]
  if (deepEqual({ ...before, lastTransitionTime: '' }, { ...next, lastTransitionTime: '' })) return [...conditions]
  const kept = before.status === next.status ? { ...next, lastTransitionTime: before.lastTransitionTime } : next
  return conditions.map((each) => (each === before ? kept : each))
}

interface Refusal {
  readonly reason: string
  readonly message: string
}

function acceptNames(
  wanted: CustomResourceDefinitionNames,
  accepted: CustomResourceDefinitionNames,
  taken: Taken,
): { readonly names: CustomResourceDefinitionNames; readonly refusals: readonly Refusal[] } {
  const names: CustomResourceDefinitionNames = { ...accepted }
  const refusals: Refusal[] = []
  const take = (
    field: 'plural' | 'singular' | 'kind' | 'listKind',
    reason: string,
    held: ReadonlySet<string>,
  ): void => {
    const name = wanted[field] ?? ''
    if (name !== (accepted[field] ?? '') && held.has(name))
      refusals.push({ reason, message: `${JSON.stringify(name)} is already in use` })
    else names[field] = name
  }
  take('plural', 'PluralConflict', taken.resources)
  take('singular', 'SingularConflict', taken.resources)
  takeShortNames(wanted, { accepted, names, refusals }, taken)
  take('kind', 'KindConflict', taken.kinds)
  take('listKind', 'ListKindConflict', taken.kinds)
  if (wanted.categories === undefined) delete names.categories
  else names.categories = [...wanted.categories]
  return { names, refusals }
}

function takeShortNames(
  wanted: CustomResourceDefinitionNames,
  {
    accepted,
    names,
    refusals,
  }: {
    readonly accepted: CustomResourceDefinitionNames
    readonly names: CustomResourceDefinitionNames
    readonly refusals: Refusal[]
  },
  taken: Taken,
): void {
  if (deepEqual(wanted.shortNames, accepted.shortNames)) return
  const before = new Set(accepted.shortNames)
  const held = (wanted.shortNames ?? []).filter((name) => !before.has(name) && taken.resources.has(name))
  if (held.length > 0) {
    const texts = held.map((name) => `${JSON.stringify(name)} is already in use`)
    refusals.push({
      reason: 'ShortNamesConflict',
      message: texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`,
    })
  } else if (wanted.shortNames === undefined) delete names.shortNames
  else names.shortNames = [...wanted.shortNames]
}
