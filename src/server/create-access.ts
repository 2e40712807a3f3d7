import { type Access, defaultIssuer } from './auth/access.ts'
import { actingAs } from './auth/acting-as.ts'
import { type Authenticator, everybodyIs, firstOf } from './auth/authenticator.ts'
import { type Authorizer, alwaysAllow } from './auth/authorizer.ts'
import { rbacAuthorizer } from './auth/rbac/rbac-authorizer.ts'
import { loopbackAdministrator } from './auth/user-info.ts'
import type { Registry } from './registry/registry.ts'
import type { ResourceTable } from './registry/resource-table.ts'
import { type DefaultRbac, seedRbac } from './seed-rbac.ts'
import { storedRbacPolicy } from './stored-rbac-policy.ts'

/** `RBAC` asks the stored roles, and makes the default ones at start; `AlwaysAllow` asks nobody. */
export type AuthorizationMode = 'RBAC' | 'AlwaysAllow'

export interface AccessOptions {
  /** Default: whom the page's transport names, else the loop-back administrator. */
  readonly authenticator?: Authenticator
  /** Default: by `authorizationMode`. */
  readonly authorizer?: Authorizer
  /** Default: AlwaysAllow. */
  readonly authorizationMode?: AuthorizationMode
}

/** The stages of access with what they need at start and end. */
export interface OwnAccess extends Access {
  /** Makes what is missing for the mode. */
  seed(): Promise<void>
  stop(): void
}

/** Puts the stages of access together. [AC5] [AC11] */
export function createAccess(options: AccessOptions, registry: Registry, resources: ResourceTable): OwnAccess {
  const authenticator =
    options.authenticator ?? firstOf([actingAs, everybodyIs(loopbackAdministrator, 'the loop-back connection')])
  if (options.authorizationMode !== 'RBAC') {
    const authorizer = options.authorizer ?? alwaysAllow
    return {
      authenticator,
      authorizer,
      audiences: [defaultIssuer],
      policy: null,
      seed: async () => undefined,
      stop: () => undefined,
    }
  }
  const policy = storedRbacPolicy(registry.objects, resources)
  return {
    authenticator,
    authorizer: options.authorizer ?? rbacAuthorizer(policy),
    audiences: [defaultIssuer],
    policy,
    seed: async () => {
      // Only where it is asked for: a page without access rules need not load it.
      const { default: defaults } = await import('./default-rbac.json', { with: { type: 'json' } })
      await seedRbac(registry, resources, defaults as DefaultRbac)
    },
    stop: () => policy.stop(),
  }
}
