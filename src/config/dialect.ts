import type { ConfigField, ConfigKind } from './kinds/config-field.ts'
import { configKinds } from './kinds/kinds.ts'

/** The spelling of a configuration file: ours, or that of Kubernetes, which most existing files have. */
export type DialectName = 'orch' | 'kubernetes'

/** The spelling in which a file is written, and in which messages refer to it. */
export interface Dialect {
  readonly name: DialectName
  /** Accepts fields that are newer than our specification. */
  readonly hasNewerFields: boolean
  /** Applies the original's rules where they differ from our specification. */
  readonly isReference: boolean
  /** Name of the field for the connection file in the reference's Go struct. */
  readonly configFileMember: string
  readonly reservedDomains: string
  versionsOf(kind: ConfigKind): readonly string[]
  fieldName(field: ConfigField): string
}

export const orchGroup = 'apiserver.orch.io'
export const orchVersion: string = `${orchGroup}/v1beta1`

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
/** Our spelling with the original's rules, as used for the recordings of its messages. */
const orchAsReference: Dialect = { ...orch, hasNewerFields: true, isReference: true }

export const dialectNamed = (name: DialectName, asReference = false): Dialect =>
  name === 'orch' && asReference ? orchAsReference : dialects[name]

const originalGroups: ReadonlySet<string> = new Set(configKinds.map((kind) => kind.originalGroup))

/** Returns the spelling of a file by its `apiVersion`. */
export function dialectOf(apiVersion: string): DialectName {
  const group = apiVersion.slice(0, Math.max(0, apiVersion.indexOf('/')))
  return originalGroups.has(group) ? 'kubernetes' : 'orch'
}

/** Returns the kind that is registered for a name and an `apiVersion`. */
export const registeredKind = (dialect: Dialect, apiVersion: string, name: string): ConfigKind | undefined =>
  configKinds.find((kind) => kind.name === name && dialect.versionsOf(kind).includes(apiVersion))
