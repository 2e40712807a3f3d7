import type { ApiObject } from '#api/object-meta.ts'
import type { UserInfo } from '#server/auth/user-info.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/** What an admission plugin learns of a request. */
export interface Attributes {
  readonly operation: Operation
  readonly definition: ResourceDefinition
  /** `''` for the object itself. */
  readonly subresource: string
  /** Of the request; for a namespace its own name. */
  readonly namespace: string
  readonly name: string
  readonly user: UserInfo
  readonly dryRun: boolean
  /** What would be stored; `null` on DELETE. Mutating plugins change it in place, validating ones must not. */
  readonly object: ApiObject | null
  /** What is stored now; `null` on CREATE. Shared. */
  readonly live: ApiObject | null
  readonly warn: (text: string) => void
}
