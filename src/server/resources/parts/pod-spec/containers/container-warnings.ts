import { child, type FieldPath, index, key } from '#api/field-error.ts'
import { own } from '#api/json.ts'
import type { ObjectMeta } from '#api/object-meta.ts'
import { isWholeAmount } from '#server/resources/parts/validation/amounts.ts'
import type { Container, EnvVar } from '#server/kinds/types/core-v1.ts'
import { seccompContainer } from '#server/resources/parts/pod-spec/pod-annotations.ts'

/** Metadata of the object that has the pod spec, and the path of its annotations. */
interface PodAnnotations {
  readonly metadata: ObjectMeta
  readonly path: FieldPath
}

/** Warns of valid but likely mistaken fields of a container. [POD50] */
export const containerWarnings = (container: Container, path: FieldPath, pod: PodAnnotations): readonly string[] => [
  ...seccompWarnings(container, pod),
  ...resourceWarnings(container, child(path, 'resources')),
  ...hiddenVariables(container.env ?? [], child(path, 'env')),
]

function seccompWarnings(container: Container, { metadata, path }: PodAnnotations): readonly string[] {
  if (metadata.annotations === undefined || container.securityContext?.seccompProfile) return []
  const name = `${seccompContainer}${container.name ?? ''}`
  if (!Object.hasOwn(metadata.annotations, name)) return []
  return [`${key(path, name)}: non-functional in v1.27+; use the "seccompProfile" field instead`]
}

/** Warns of fractional bytes: memory before storage, and limits before requests. */
function resourceWarnings({ resources = {} }: Container, path: FieldPath): readonly string[] {
  if (resources.limits === undefined && resources.requests === undefined) return []
  return fractional.flatMap((name) =>
    (['limits', 'requests'] as const).flatMap((type) => fractionOf(resources[type], name, child(path, type))),
  )
}

const fractional = ['memory', 'ephemeral-storage']

type Amounts = { readonly [name: string]: string }

/** Warns of fractional bytes. */
export const fractionWarnings = (amounts: Amounts | undefined, path: FieldPath): readonly string[] =>
  fractional.flatMap((name) => fractionOf(amounts, name, path))

function fractionOf(amounts: Amounts | undefined, name: string, path: FieldPath): readonly string[] {
  const amount = own(amounts, name)
  if (amount === undefined || isWholeAmount(amount)) return []
  return [`${key(path, name)}: fractional byte value ${JSON.stringify(amount)} is invalid, must be an integer`]
}

function hiddenVariables(variables: readonly EnvVar[], path: FieldPath): readonly string[] {
  if (variables.length < 2) return []
  const names = new Set<string>()
  return variables.flatMap(({ name = '', value = '', valueFrom }, at) => {
    const self = `$(${name})`
    const hides = names.has(name) && (valueFrom !== undefined || value === self || !value.includes(self))
    names.add(name)
    const advice = 'which may be dropped when using apply'
    return hides ? [`${index(path, at)}: hides previous definition of ${JSON.stringify(name)}, ${advice}`] : []
  })
}
