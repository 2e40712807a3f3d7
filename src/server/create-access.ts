import { type Access, defaultIssuer, type ServiceAccountTokens } from './auth/access.ts'
import { actingAs } from './auth/acting-as.ts'
import { type Authenticator, everybodyIs, firstOf } from './auth/authenticator.ts'
import { type Authorizer, alwaysAllow } from './auth/authorizer.ts'
import { rbacAuthorizer } from './auth/rbac/rbac-authorizer.ts'
import { type FindObject, serviceAccountAuthenticator, serviceAccountOf } from './auth/service-account-authenticator.ts'
import { createTokenSigner } from './auth/service-account-tokens.ts'
import { loopbackAdministrator } from './auth/user-info.ts'
import type { Registry } from './registry/registry.ts'
import type { ResourceTable } from './registry/resource-table.ts'
import { keyOf } from './registry/storage-key.ts'
import { type DefaultRbac, seedRbac } from './seed-rbac.ts'
import { storedRbacPolicy } from './stored-rbac-policy.ts'

/** `RBAC` asks the stored roles, and makes the default ones at start; `AlwaysAllow` asks nobody. */
export type AuthorizationMode = 'RBAC' | 'AlwaysAllow'

export interface AccessOptions {
  /** Who a caller is, besides service accounts. Default: whom the page's transport names, else the loop-back administrator. */
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
  const callers = createCallers(options, registry, resources)
  if (options.authorizationMode !== 'RBAC') {
    const authorizer = options.authorizer ?? alwaysAllow
    return { ...callers, authorizer, policy: null, seed: async () => undefined, stop: () => undefined }
  }
  const policy = storedRbacPolicy(registry.objects, resources)
  return {
    ...callers,
    authorizer: options.authorizer ?? rbacAuthorizer(policy),
    policy,
    seed: async () => {
      // Only where it is asked for: a page without access rules need not load it.
      const { default: defaults } = await import('./default-rbac.json', { with: { type: 'json' } })
      await seedRbac(registry, resources, defaults as DefaultRbac)
    },
    stop: () => policy.stop(),
  }
}

/** Who callers are: service accounts by the server's own tokens, all others by the given authenticator. [AC21] */
function createCallers(
  options: AccessOptions,
  registry: Registry,
  resources: ResourceTable,
): Pick<Access, 'authenticator' | 'audiences' | 'tokens'> {
  const signer = createTokenSigner()
  const audiences = [defaultIssuer]
  const accounts = { signer, nowMs: () => registry.clock.now(), find: finder(registry, resources) }
  const others =
    options.authenticator ?? firstOf([actingAs, everybodyIs(loopbackAdministrator, 'the loop-back connection')])
  const tokens: ServiceAccountTokens = {
    issuer: defaultIssuer,
    sign: (claims) => signer.sign(claims),
    userOf: (token, wanted) => serviceAccountOf(accounts, token, wanted),
  }
  return { authenticator: firstOf([serviceAccountAuthenticator(accounts, audiences), others]), audiences, tokens }
}

const finder =
  ({ objects }: Registry, resources: ResourceTable): FindObject =>
  async (resource, namespace, name) => {
    const definition = resources.findStored('', resource)
    const stored = definition === undefined ? null : await objects.get(keyOf(definition, namespace, name))
    return stored === null ? null : stored.object
  }
