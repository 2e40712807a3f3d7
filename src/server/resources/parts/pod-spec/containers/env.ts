import { child, type FieldError, type FieldPath, index, invalid, required } from '#api/field-error.ts'
import { configMapKey, dns1123Subdomain, dns1123SubdomainName, relaxedEnvVarName } from '#api/names.ts'
import { checkText, requireText } from '#server/resources/parts/validation/texts.ts'
import type { EnvFromSource, EnvVar, EnvVarSource } from '#server/kinds/types/core-v1.ts'
import { validateFieldRef, validateResourceFieldRef } from '#server/resources/parts/pod-spec/volumes/downward-files.ts'

const fields = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
]

/** Validates the environment variables of a container. [POD21] */
export const validateEnv = (variables: readonly EnvVar[], path: FieldPath): readonly FieldError[] =>
  variables.flatMap((variable, at) => {
    const here = index(path, at)
    return [
      ...(variable.name
        ? checkText(variable.name, child(here, 'name'), relaxedEnvVarName)
        : [required(child(here, 'name'))]),
      ...validateValueFrom(variable, child(here, 'valueFrom')),
    ]
  })

function validateValueFrom({ value = '', valueFrom }: EnvVar, path: FieldPath): readonly FieldError[] {
  if (valueFrom === undefined || valueFrom === null) return []
  const errors = validateSources(valueFrom, path)
  const sources = [valueFrom.fieldRef, valueFrom.resourceFieldRef, valueFrom.configMapKeyRef, valueFrom.secretKeyRef]
  const count = sources.filter(Boolean).length
  const why = sourceProblem(count, value)
  return why === null ? errors : [...errors, invalid(path, '', why)]
}

function sourceProblem(count: number, value: string): string | null {
  if (count === 0) return 'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`'
  if (value !== '') return 'may not be specified when `value` is not empty'
  return count > 1 ? 'may not have more than one field specified at a time' : null
}

const validateSources = (source: EnvVarSource, path: FieldPath): readonly FieldError[] => [
  ...(source.fieldRef ? validateFieldRef(source.fieldRef, fields, child(path, 'fieldRef')) : []),
  ...(source.resourceFieldRef
    ? validateResourceFieldRef(source.resourceFieldRef, child(path, 'resourceFieldRef'), false)
    : []),
  ...(source.configMapKeyRef ? validateKeyRef(source.configMapKeyRef, child(path, 'configMapKeyRef')) : []),
  ...(source.secretKeyRef ? validateKeyRef(source.secretKeyRef, child(path, 'secretKeyRef')) : []),
]

interface KeyRef {
  readonly name?: string | undefined
  readonly key?: string | undefined
}

const validateKeyRef = ({ name = '', key = '' }: KeyRef, path: FieldPath): readonly FieldError[] => [
  ...checkText(name, child(path, 'name'), dns1123Subdomain),
  ...(key === '' ? [required(child(path, 'key'))] : checkText(key, child(path, 'key'), configMapKey)),
]

/** Validates envFrom. The error about the number of sources is reported at the list, as in the reference. */
export const validateEnvFrom = (sources: readonly EnvFromSource[], path: FieldPath): readonly FieldError[] =>
  sources.flatMap((source, at) => {
    const here = index(path, at)
    const given = (['configMapRef', 'secretRef'] as const).filter((type) => source[type])
    const errors: FieldError[] = source.prefix
      ? [...checkText(source.prefix, child(here, 'prefix'), relaxedEnvVarName)]
      : []
    for (const type of given) errors.push(...validateMapName(source[type]?.name, child(here, type, 'name')))
    if (given.length === 0) errors.push(invalid(path, '', 'must specify one of: `configMapRef` or `secretRef`'))
    if (given.length > 1) errors.push(invalid(path, '', 'may not have more than one field specified at a time'))
    return errors
  })

const validateMapName = (name: string | undefined, path: FieldPath): readonly FieldError[] =>
  name ? checkText(name, path, (text) => dns1123SubdomainName(text, true)) : requireText(name, path)
