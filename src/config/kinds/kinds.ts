import { authenticationConfiguration } from './authentication.ts'
import { authorizationConfiguration } from './authorization.ts'
import type { ConfigKind } from './config-field.ts'
import { egressSelectorConfiguration } from './egress.ts'
import { tracingConfiguration } from './tracing.ts'

export const configKinds: readonly ConfigKind[] = [
  authenticationConfiguration,
  authorizationConfiguration,
  egressSelectorConfiguration,
  tracingConfiguration,
]

export const configKind = (name: string): ConfigKind | undefined => configKinds.find((kind) => kind.name === name)
