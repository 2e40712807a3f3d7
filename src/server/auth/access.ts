import type { Authenticator } from './authenticator.ts'
import type { Authorizer } from './authorizer.ts'
import type { RbacPolicy } from './rbac/rbac-policy.ts'

/** Who callers are and what they may do, for those who ask besides the filters: reviews, checks of new roles. */
export interface Access {
  readonly authenticator: Authenticator
  readonly authorizer: Authorizer
  /** `null` where roles are stored but not asked. */
  readonly policy: RbacPolicy | null
}
