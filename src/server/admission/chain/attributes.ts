import type { Soon } from '#api/waiting/soon.ts'
import type { CallTrace } from '#api/call-trace.ts'
import type { GroupVersionKind } from '#api/group-version-resource.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { UserInfo } from '#server/auth/user-info.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { ObserveExpression } from './expression.ts'

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/** The attributes of a request that admission plugins read. */
export interface Attributes {
  readonly operation: Operation
  readonly definition: ResourceDefinition
  /** The kind of `object`. It differs from the resource's kind for a subresource such as `Scale`. */
  readonly kind: GroupVersionKind
  /** `''` for the main resource. */
  readonly subresource: string
  /** The request's namespace; for a namespace object, its own name. */
  readonly namespace: string
  /** `''` for each object of a deletecollection. */
  readonly name: string
  readonly user: UserInfo
  readonly dryRun: boolean
  /** The options object of the operation, such as `CreateOptions`; `null` for CONNECT. */
  readonly options: () => JsonObject | null
  /** The object to be stored; `null` on DELETE. Mutating plugins change it in place, validating plugins must not. */
  readonly object: ApiObject | null
  /** The stored object; `null` on CREATE. Shared: must not be mutated. */
  readonly live: ApiObject | null
  readonly warn: (text: string) => void
  /** Adds an audit annotation. The first value of a key wins. */
  readonly annotate: (key: string, value: string) => void
  /** Propagates the request's trace if the request is traced. */
  readonly trace?: CallTrace | undefined
  /** When the request times out, by the server's clock; absent for a request without a limit. */
  readonly deadlineMs?: number | undefined
  /** Receives the result of each expression of policies; absent except in trials. [PTR1] */
  readonly observe?: ObserveExpression | undefined
  /** Runs one decision as a stage of the request trace. `note` is called after it has ended. */
  readonly timed: <Value>(note: () => string, work: () => Soon<Value>) => Soon<Value>
}
