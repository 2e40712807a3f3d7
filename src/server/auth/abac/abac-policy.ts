import { isObject, type Json, type JsonObject } from '#api/json.ts'
import { findSyntaxError } from '#go/json-syntax.ts'

/** One rule of a policy file. An empty `user` or `group` is not a condition; an empty resource or path matches nothing. */
export interface AbacPolicy {
  readonly user: string
  readonly group: string
  readonly readonly: boolean
  readonly apiGroup: string
  readonly resource: string
  readonly namespace: string
  readonly nonResourcePath: string
}

/** An invalid line of a policy file, in the reference's words. */
export class AbacPolicyError extends Error {
  override readonly name = 'AbacPolicyError'

  constructor(path: string, line: number, text: string, why: string) {
    super(`error reading policy file ${path}, line ${line}: ${text}: ${why}`)
  }
}

const authenticated = 'system:authenticated'
const texts = ['user', 'group', 'apiGroup', 'resource', 'namespace', 'nonResourcePath'] as const
/** The group of policies in either vocabulary. */
const groups = ['abac.authorization.orch.io', 'abac.authorization.kubernetes.io']

/**
 * Parses a policy file: a JSON object on each line, a `Policy` of v1beta1 or one without kind and version. Empty lines
 * and lines with `#` are skipped. @throws AbacPolicyError [ABAC1]
 */
export function parseAbacPolicies(path: string, text: string): readonly AbacPolicy[] {
  return text.split('\n').flatMap((each, at) => {
    const line = each.trim()
    if (line === '' || line.startsWith('#')) return []
    const policy = parseLine(line)
    if (typeof policy === 'string') throw new AbacPolicyError(path, at + 1, line, policy)
    return [policy]
  })
}

/** Returns the policy of a line, or why it is not valid. */
function parseLine(line: string): AbacPolicy | string {
  const broken = findSyntaxError(new TextEncoder().encode(line))
  if (broken !== undefined) return `couldn't get version/kind; json parse error: ${broken.message}`
  const value = JSON.parse(line) as Json
  if (!isObject(value))
    return `couldn't get version/kind; json parse error: json: cannot unmarshal ${wordOf(value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`
  const { apiVersion = '', kind = '' } = value
  switch (apiVersion === '' || kind === '' ? 'v0' : versionOf(String(apiVersion), kind)) {
    case 'v0':
      return fromUnversioned(value)
    case 'v1beta1':
      return fromSpec(value['spec'] ?? {})
    default:
      return `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/apis/abac/scheme.go"`
  }
}

/** Returns the version of a policy; `''` for objects of other groups and kinds. */
function versionOf(apiVersion: string, kind: Json): string {
  const [group = '', version = ''] = apiVersion.split('/')
  return groups.includes(group) && kind === 'Policy' ? version : ''
}

function fromSpec(spec: Json): AbacPolicy | string {
  if (!isObject(spec))
    return `json: cannot unmarshal ${wordOf(spec)} into Go struct field Policy.spec of type v1beta1.PolicySpec`
  const read = readFields(spec, 'PolicySpec.spec')
  if (typeof read === 'string') return read
  return read.user === '*' || read.group === '*' ? { ...read, group: authenticated } : read
}

/** In the form without a version, absent fields match everything, and rules are for authenticated users. */
function fromUnversioned(value: JsonObject): AbacPolicy | string {
  const read = readFields(value, 'Policy')
  if (typeof read === 'string') return read
  const { user, group, namespace, resource } = read
  const isForAll = (user === '' && group === '') || user === '*' || group === '*'
  return {
    user,
    group: isForAll ? authenticated : group,
    readonly: read.readonly,
    apiGroup: '*',
    resource: resource === '' ? '*' : resource,
    namespace: namespace === '' ? '*' : namespace,
    nonResourcePath: namespace === '' && resource === '' ? '*' : '',
  }
}

function readFields(value: JsonObject, struct: string): AbacPolicy | string {
  const found: Record<(typeof texts)[number], string> = {
    user: '',
    group: '',
    apiGroup: '',
    resource: '',
    namespace: '',
    nonResourcePath: '',
  }
  for (const field of texts) {
    const text = Object.hasOwn(value, field) ? (value[field] ?? '') : ''
    if (typeof text !== 'string')
      return `json: cannot unmarshal ${wordOf(text)} into Go struct field ${struct}.${field} of type string`
    found[field] = text
  }
  const readonly = value['readonly'] ?? false
  if (typeof readonly !== 'boolean')
    return `json: cannot unmarshal ${wordOf(readonly)} into Go struct field ${struct}.readonly of type bool`
  return { ...found, readonly }
}

function wordOf(value: Json): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'string' ? 'string' : isObject(value) ? 'object' : 'number'
}
