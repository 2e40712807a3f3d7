import type { Soon } from '#api/waiting/soon.ts'
import { type Access, defaultIssuer, type ServiceAccountTokens } from '#server/auth/access.ts'
import type { AccessObserver } from '#server/auth/access-observer.ts'
import { actingAs } from '#server/auth/acting-as.ts'
import { authenticationState, type AuthenticationState } from '#server/auth/authentication-state.ts'
import { type Authenticator, authenticateAllAs, firstOf } from '#server/auth/authenticator.ts'
import { abacAuthorizer } from '#server/auth/abac/abac-authorizer.ts'
import type { AbacPolicy } from '#server/auth/abac/abac-policy.ts'
import {
  alwaysDeny,
  authorizationState,
  requireAbac,
  type AuthorizationState,
  superuserAuthorizer,
} from '#server/auth/authorization-state.ts'
import { type Authorizer, type Decision, alwaysAllow, inTurn } from '#server/auth/authorizer.ts'
import { allowsAnonymousPath } from '#server/auth/anonymous-access.ts'
import { bearerJwt, unknownTokens } from '#server/auth/jwt/bearer-jwt.ts'
import { nodeAuthorizer } from '#server/auth/node/node-authorizer.ts'
import type { PolicyRule } from '#server/auth/rbac/policy-rule.ts'
import { rbacAuthorizer } from '#server/auth/rbac/rbac-authorizer.ts'
import { unionOfRules } from '#server/auth/resolved-rules.ts'
import {
  type FindObject,
  serviceAccountAuthenticator,
  serviceAccountOf,
} from '#server/auth/service-account-authenticator.ts'
import { createTokenSigner, type SigningKeySource } from '#server/auth/service-account-tokens.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import type { Registry } from '#server/registry/registry.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import { keyOf } from '#server/registry/storage-key.ts'
import { type DefaultRbac, seedRbac } from '#server/seed/seed-rbac.ts'
import type { FlowClassifier } from '#server/auth/flow.ts'
import { type HeldAccess, heldAuthenticator, heldAuthorizer } from './held-access.ts'
import { storedFlowSchemas } from './stored-flow-schemas.ts'
import { storedNodeGraph } from './stored-node-graph.ts'
import type { Egress } from '#server/egress/egress.ts'
import { storedRbacPolicy } from './stored-rbac-policy.ts'

type StoredRbacPolicy = ReturnType<typeof storedRbacPolicy>

/** `RBAC` evaluates the stored roles and creates the default ones at start; `AlwaysAllow` allows every request. */
export type AuthorizationMode = 'ABAC' | 'RBAC' | 'AlwaysAllow' | 'AlwaysDeny' | 'Node'

/** Settings of the server's own tokens besides the issuer. */
export interface AccountTokenOptions {
  /** The audiences of tokens that name none, and of the server itself. Default: the issuer. */
  readonly audiences?: readonly string[]
  /** The address of the public keys in the discovery document; `''` for this server. */
  readonly jwksUri?: string
  /** Requests for tokens that are valid longer are shortened to this; 0 for no limit. */
  readonly secondsMax?: number
}

export interface AccessOptions {
  /**
   * Authenticates callers other than service accounts. Default: the identity from the transport of the page, otherwise
   * the loopback administrator.
   */
  readonly authenticator?: Authenticator
  /** Default: depends on `authorizationMode`. */
  readonly authorizer?: Authorizer
  /** Default: AlwaysAllow. */
  readonly authorizationMode?: AuthorizationMode | readonly AuthorizationMode[]
  /** The policies of the mode `ABAC`. Default: none, and the mode is refused. */
  readonly abacPolicies?: readonly AbacPolicy[] | undefined
  /** Static tokens, tried before {@link authenticator}. */
  readonly tokens?: Authenticator
  /** The issuer URL of the server's own tokens. Default: {@link defaultIssuer}. */
  readonly issuer?: string | undefined
  readonly accountTokens?: AccountTokenOptions | undefined
  /** The key that signs them. Default: a key that lives as long as the server. */
  readonly signingKey?: SigningKeySource | undefined
  /**
   * False for a copy of a running cluster: it has what it has, and nothing is created, neither at the start nor default roles
   * before the first decision. Default: true. [MC12]
   */
  readonly createsFirstObjects?: boolean | undefined
}

/** The authentication and authorization stages, with their start and stop functions. */
export interface OwnAccess extends Access {
  readonly authentication: AuthenticationState
  readonly authorization: AuthorizationState
  readonly flows: FlowClassifier
  /** Creates the missing objects for the mode. */
  seed(): Promise<void>
  stop(): void
}

export interface AccessPorts extends HeldAccess {
  readonly egress: Pick<Egress, 'issuers' | 'authorizers'>
  readonly observer: AccessObserver
}

/** Creates the authentication and authorization stages. [AC5] [AC11] */
export function createAccess(
  options: AccessOptions,
  registry: Registry,
  resources: ResourceTable,
  { egress, observer, held, isOpen }: AccessPorts,
): OwnAccess {
  const { clock } = registry
  const authentication = authenticationState({ fetch: egress.issuers, clock, observer })
  const roles = createRoles(registry, resources, options.createsFirstObjects ?? true)
  const modes = [options.authorizationMode ?? 'AlwaysAllow'].flat()
  const usesRoles = modes.includes('RBAC')
  if (usesRoles) roles.policy()
  const nodes = storedNodeGraph(registry.objects, () => resources, clock)
  const flows = storedFlowSchemas(registry.objects, resources)
  const node = nodeAuthorizer({ graph: nodes.current, rules: rulesOfNodes })
  const abac = options.abacPolicies === undefined ? null : abacAuthorizer(options.abacPolicies)
  const authorizers = { rbac: roles.authorizer, node, abac }
  const byMode = { RBAC: roles.authorizer, Node: node, AlwaysAllow: alwaysAllow, AlwaysDeny: alwaysDeny }
  const ofMode = (mode: AuthorizationMode): Authorizer =>
    mode === 'ABAC' ? inTurn([superuserAuthorizer, requireAbac(authorizers)]) : byMode[mode]
  const initial = options.authorizer ?? inOrder(modes.map(ofMode))
  const authorization = authorizationState({ fetch: egress.authorizers, clock, observer }, initial, () => authorizers)
  return {
    ...createCallers({ options, registry, resources, authentication, held, isOpen }),
    authentication,
    authorization,
    flows,
    authorizer: heldAuthorizer(authorization.authorizer, held),
    get policy() {
      return roles.inUse()
    },
    get isConfigured() {
      return abac !== null || authorization.isConfigured()
    },
    allowsAnonymous: (path) => allowsAnonymousPath(authentication.anonymous(), path),
    seed: async () => (usesRoles ? roles.seed() : undefined),
    stop() {
      authentication.stop()
      roles.stop()
      nodes.stop()
      flows.stop()
    },
  }
}

/** Returns a single authorizer, or a union of several behind the one for administrators. [AZ11] */
function inOrder(authorizers: readonly Authorizer[]): Authorizer {
  const [only, ...more] = authorizers
  return only !== undefined && more.length === 0 && only.rulesFor !== undefined
    ? only
    : inTurn([superuserAuthorizer, ...authorizers])
}

/** Loaded on demand: a page without RBAC does not need it. */
const readDefaultRbac = async (): Promise<DefaultRbac> => (await import('#server/seed/default-rbac.ts')).defaultRbac

/**
 * Returns the permissions of nodes: the default rules of the node role, whatever the stored role contains, as in the
 * reference. [NAZ2]
 */
async function rulesOfNodes(): Promise<readonly PolicyRule[]> {
  const { clusterroles } = await readDefaultRbac()
  const role = (clusterroles ?? []).find(({ metadata }) => metadata.name === 'system:node')
  return (role?.['rules'] ?? []) as readonly PolicyRule[]
}

/** Creates the policy from stored roles; it is created, and its watches start, on first use. */
function createRoles(registry: Registry, resources: ResourceTable, createsFirstObjects: boolean) {
  let policy: StoredRbacPolicy | null = null
  let seeded: Promise<void> | null = createsFirstObjects ? null : Promise.resolve()
  let isSeeded = !createsFirstObjects
  const current = (): StoredRbacPolicy => (policy ??= storedRbacPolicy(registry.objects, resources))
  const seed = async (): Promise<void> => {
    await seedRbac(registry, resources, await readDefaultRbac())
    isSeeded = true
  }
  const seedOnce = (): Promise<void> => (seeded ??= seed())
  let authorizer: Authorizer | null = null
  const rbac = (): Authorizer => (authorizer ??= rbacAuthorizer(current()))
  return {
    policy: current,
    inUse: () => policy,
    seed: seedOnce,
    authorizer: {
      authorize(attributes, asking) {
        const byRoles = (): Soon<Decision> => rbac().authorize(attributes, asking)
        return isSeeded ? byRoles() : seedOnce().then(byRoles)
      },
      async rulesFor(user, namespace) {
        await seedOnce()
        return rbac().rulesFor?.(user, namespace) ?? unionOfRules([])
      },
    } satisfies Authorizer,
    stop: () => policy?.stop(),
  }
}

interface Callers extends HeldAccess {
  readonly options: AccessOptions
  readonly registry: Registry
  readonly resources: ResourceTable
  readonly authentication: AuthenticationState
}

/**
 * Creates the authenticators: service accounts by the server's own tokens, users of issuers by theirs, all others by
 * the given authenticator. [AC21]
 */
function createCallers({
  options,
  registry,
  resources,
  authentication,
  ...files
}: Callers): Pick<Access, 'authenticator' | 'audiences' | 'tokens'> {
  const { issuer = defaultIssuer } = options
  const signer = createTokenSigner(issuer, options.signingKey)
  const { audiences: named = [], jwksUri = '', secondsMax = 0 } = options.accountTokens ?? {}
  const audiences = named.length === 0 ? [issuer] : named
  const accounts = { signer, nowMs: () => registry.clock.now(), find: finder(registry, resources) }
  const others =
    options.authenticator ?? firstOf([actingAs, authenticateAllAs(loopbackAdministrator, 'the loop-back connection')])
  const tokens: ServiceAccountTokens = {
    issuer,
    jwksUri,
    secondsMax,
    sign: (claims) => signer.sign(claims),
    publicKey: () => signer.publicKey(),
    userOf: (token, wanted) => serviceAccountOf(accounts, token, wanted),
  }
  const inOrder = [
    serviceAccountAuthenticator(accounts, audiences),
    bearerJwt(() => authentication.jwt()),
    ...(options.tokens === undefined ? [] : [options.tokens]),
    unknownTokens(() => authentication.isConfigured()),
    others,
  ]
  return { authenticator: heldAuthenticator(firstOf(inOrder), files), audiences, tokens }
}

const finder =
  ({ objects }: Registry, resources: ResourceTable): FindObject =>
  async (resource, namespace, name) => {
    const definition = resources.findStored('', resource)
    const stored = definition === undefined ? null : await objects.get(keyOf(definition, namespace, name))
    return stored === null ? null : stored.object
  }
