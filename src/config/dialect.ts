import type { ConfigField, ConfigKind } from './kinds/config-field.ts'
import { configKinds } from './kinds/kinds.ts'

/** Our own spelling, or that of the project whose files people paste. */
export type DialectName = 'orch' | 'kubernetes'

/** The words in which a file is written, and so in which it is spoken of. */
export interface Dialect {
  readonly name: DialectName
  /** Fields that are newer than our specification are known. */
  readonly hasNewerFields: boolean
  /** What the original accepts and our specification does not, and the other way round, goes by the original. */
  readonly isReference: boolean
  /** Name of the reference's struct member behind the connection file's field. */
  readonly configFileMember: string
  readonly reservedDomains: string
  versionsOf(kind: ConfigKind): readonly string[]
  fieldName(field: ConfigField): string
}

export const orchGroup = 'apiserver.orch.io'
export const orchVersion = `${orchGroup}/v1beta1`

const orch: Dialect = {
  name: 'orch',
  hasNewerFields: false,
  isReference: false,
  configFileMember: 'OrchConfigFile',
  reservedDomains: 'orch.io, orch.io and their subdomains are reserved for Orch use',
  versionsOf: () => [orchVersion],
  fieldName: (field) => field.name,
}

const kubernetes: Dialect = {
  name: 'kubernetes',
  hasNewerFields: true,
  isReference: true,
  configFileMember: 'KubeConfigFile',
  reservedDomains: 'k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use',
  versionsOf: (kind) => kind.originalVersions.map((version) => `${kind.originalGroup}/${version}`),
  fieldName: (field) => field.originalName ?? field.name,
}

const dialects: Readonly<Record<DialectName, Dialect>> = { orch, kubernetes }
/** Our spelling, judged as the original judges its own: what the recordings of its texts were made with. */
const orchAsReference: Dialect = { ...orch, hasNewerFields: true, isReference: true }

export const dialectNamed = (name: DialectName, asReference = false): Dialect =>
  name === 'orch' && asReference ? orchAsReference : dialects[name]

const originalGroups: ReadonlySet<string> = new Set(configKinds.map((kind) => kind.originalGroup))

/** The spelling of a file by its `apiVersion`. */
export function dialectOf(apiVersion: string): DialectName {
  const group = apiVersion.slice(0, Math.max(0, apiVersion.indexOf('/')))
  return originalGroups.has(group) ? 'kubernetes' : 'orch'
}

/** The kind that is registered under a name and an `apiVersion`. */
export const registeredKind = (dialect: Dialect, apiVersion: string, name: string): ConfigKind | undefined =>
  configKinds.find((kind) => kind.name === name && dialect.versionsOf(kind).includes(apiVersion))
