import type { CallTrace } from '#api/call-trace.ts'
import type { GroupVersionKind } from '#api/group-version-resource.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { UserInfo } from '#server/auth/user-info.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/** What an admission plugin learns of a request. */
export interface Attributes {
  readonly operation: Operation
  readonly definition: ResourceDefinition
  /** Of `object`: another than the resource's where a subresource has its own (`Scale`). */
  readonly kind: GroupVersionKind
  /** `''` for the object itself. */
  readonly subresource: string
  /** Of the request; for a namespace its own name. */
  readonly namespace: string
  /** `''` for each object of a collection that is deleted. */
  readonly name: string
  readonly user: UserInfo
  readonly dryRun: boolean
  /** The options of the operation as an object: `CreateOptions` and so on; `null` for a connection. */
  readonly options: () => JsonObject | null
  /** What would be stored; `null` on DELETE. Mutating plugins change it in place, validating ones must not. */
  readonly object: ApiObject | null
  /** What is stored now; `null` on CREATE. Shared. */
  readonly live: ApiObject | null
  readonly warn: (text: string) => void
  /** Notes a fact for the audit; the first value of a key stays. */
  readonly annotate: (key: string, value: string) => void
  /** Carries the request's trace on, where requests are traced. */
  readonly trace?: CallTrace | undefined
  /** When the request is given up, by the server's clock; nothing for one that has no limit. */
  readonly deadlineMs?: number | undefined
  /** Runs one decision as a stage of the request trace; `note` is read when it has ended. */
  readonly timed: <Value>(note: () => string, work: () => Promise<Value>) => Promise<Value>
}
