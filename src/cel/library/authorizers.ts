import { dns1123Label, dns1123Subdomain } from '#api/names.ts'
import { CelFailure, CelOpaque, type CelOutcome, type CelValue } from '#cel/run/value.ts'
import { celTypes, type CelType } from '#cel/cel-type.ts'
import { fn, noSuchOverload, overload, text, type Library } from './declare.ts'

const AUTHORIZER = 'kubernetes.authorization.Authorizer'
const PATH = 'kubernetes.authorization.PathCheck'
const GROUP = 'kubernetes.authorization.GroupCheck'
const RESOURCE = 'kubernetes.authorization.ResourceCheck'
const DECISION = 'kubernetes.authorization.Decision'

/** The service account to check instead of the caller. */
export interface CelServiceAccount {
  readonly namespace: string
  readonly name: string
}

/** A check that an expression requests of the authorizer. The version of a resource is always `*`. */
export type CelCheck = { readonly verb: string; readonly serviceAccount?: CelServiceAccount | undefined } & (
  | { readonly path: string }
  | ({ readonly resource: string } & CelResource)
)

export interface CelResource {
  readonly group: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  readonly fieldSelector: string
  readonly labelSelector: string
}

export interface CelDecision {
  readonly isAllowed: boolean
  readonly reason: string
  readonly error?: string | undefined
}

/** Answers synchronously or by a promise; the latter requires `evaluateAsync`. */
export type CelAuthorize = (check: CelCheck) => CelDecision | Promise<CelDecision>

/** Thrown when an answer is still pending; the expression is evaluated again when it arrives. */
export class CelPending extends Error {
  readonly answer: Promise<unknown>
  constructor(answer: Promise<unknown>) {
    super('an authorizer has not answered yet')
    this.answer = answer
  }
}

abstract class AuthorizerPart extends CelOpaque {
  equals(other: CelOpaque): boolean {
    return this === other
  }
}

export class CelAuthorizer extends AuthorizerPart {
  readonly type: CelType = celTypes.opaque(AUTHORIZER)
  readonly serviceAccount: CelServiceAccount | undefined
  private readonly authorize: CelAuthorize
  private readonly answers: Map<string, CelDecision>

  constructor(
    authorize: CelAuthorize,
    serviceAccount?: CelServiceAccount,
    answers: Map<string, CelDecision> = new Map(),
  ) {
    super()
    this.authorize = authorize
    this.serviceAccount = serviceAccount
    this.answers = answers
  }

  as(serviceAccount: CelServiceAccount): CelAuthorizer {
    return new CelAuthorizer(this.authorize, serviceAccount, this.answers)
  }

  /** @throws CelPending */
  check(check: CelCheck): CelDecisionValue {
    const key = JSON.stringify(check)
    const known = this.answers.get(key)
    if (known !== undefined) return new CelDecisionValue(known)
    const answer = this.authorize(check)
    if (answer instanceof Promise) throw new CelPending(answer.then((decision) => this.answers.set(key, decision)))
    this.answers.set(key, answer)
    return new CelDecisionValue(answer)
  }
}

class PathCheck extends AuthorizerPart {
  readonly type = celTypes.opaque(PATH)
  readonly authorizer: CelAuthorizer
  readonly path: string
  constructor(authorizer: CelAuthorizer, path: string) {
    super()
    this.authorizer = authorizer
    this.path = path
  }
}

class GroupCheck extends AuthorizerPart {
  readonly type = celTypes.opaque(GROUP)
  readonly authorizer: CelAuthorizer
  readonly group: string
  constructor(authorizer: CelAuthorizer, group: string) {
    super()
    this.authorizer = authorizer
    this.group = group
  }
}

export class CelResourceCheck extends AuthorizerPart {
  readonly type: CelType = celTypes.opaque(RESOURCE)
  readonly authorizer: CelAuthorizer
  readonly resource: CelResource
  constructor(authorizer: CelAuthorizer, resource: CelResource) {
    super()
    this.authorizer = authorizer
    this.resource = resource
  }
}

class CelDecisionValue extends AuthorizerPart {
  readonly type: CelType = celTypes.opaque(DECISION)
  readonly decision: CelDecision
  constructor(decision: CelDecision) {
    super()
    this.decision = decision
  }
}

const noResource: Omit<CelResource, 'group' | 'resource'> = {
  subresource: '',
  namespace: '',
  name: '',
  fieldSelector: '',
  labelSelector: '',
}

const ofAuthorizer = (value: CelValue | undefined, use: (a: CelAuthorizer) => CelOutcome): CelOutcome =>
  value instanceof CelAuthorizer ? use(value) : noSuchOverload
const ofDecision = (value: CelValue | undefined, use: (d: CelDecision) => CelOutcome): CelOutcome =>
  value instanceof CelDecisionValue ? use(value.decision) : noSuchOverload

const setter = (id: string, field: keyof CelResource): ReturnType<typeof overload> =>
  overload(id, `${RESOURCE}.(string) ${RESOURCE}`, (check, value) =>
    check instanceof CelResourceCheck
      ? new CelResourceCheck(check.authorizer, { ...check.resource, [field]: text(value) })
      : noSuchOverload,
  )

function serviceAccount(authorizer: CelAuthorizer, namespace: string, name: string): CelOutcome {
  if (dns1123Subdomain(name).length > 0) return new CelFailure('Invalid service account name')
  if (dns1123Label(namespace).length > 0) return new CelFailure('Invalid service account namespace')
  return authorizer.as({ namespace, name })
}

/** Authorization checks. */
export const authorizerLibrary: Library = [
  fn(
    'path',
    overload('authorizer_path', `${AUTHORIZER}.(string) ${PATH}`, (a, path) =>
      ofAuthorizer(a, (authorizer) =>
        text(path).trim() === '' ? new CelFailure('path must not be empty') : new PathCheck(authorizer, text(path)),
      ),
    ),
  ),
  fn(
    'group',
    overload('authorizer_group', `${AUTHORIZER}.(string) ${GROUP}`, (a, group) =>
      ofAuthorizer(a, (authorizer) => new GroupCheck(authorizer, text(group))),
    ),
  ),
  fn(
    'serviceAccount',
    overload('authorizer_serviceaccount', `${AUTHORIZER}.(string, string) ${AUTHORIZER}`, (a, namespace, name) =>
      ofAuthorizer(a, (authorizer) => serviceAccount(authorizer, text(namespace), text(name))),
    ),
  ),
  fn(
    'resource',
    overload('groupcheck_resource', `${GROUP}.(string) ${RESOURCE}`, (check, resource) => {
      if (!(check instanceof GroupCheck)) return noSuchOverload
      if (text(resource).trim() === '') return new CelFailure('resource must not be empty')
      return new CelResourceCheck(check.authorizer, { ...noResource, group: check.group, resource: text(resource) })
    }),
  ),
  fn('subresource', setter('resourcecheck_subresource', 'subresource')),
  fn('namespace', setter('resourcecheck_namespace', 'namespace')),
  fn('name', setter('resourcecheck_name', 'name')),
  fn('fieldSelector', setter('authorizer_fieldselector', 'fieldSelector')),
  fn('labelSelector', setter('authorizer_labelselector', 'labelSelector')),
  fn(
    'check',
    overload('pathcheck_check', `${PATH}.(string) ${DECISION}`, (check, verb) => {
      if (!(check instanceof PathCheck)) return noSuchOverload
      const { authorizer, path } = check
      return authorizer.check({ verb: text(verb), path, serviceAccount: authorizer.serviceAccount })
    }),
    overload('resourcecheck_check', `${RESOURCE}.(string) ${DECISION}`, (check, verb) => {
      if (!(check instanceof CelResourceCheck)) return noSuchOverload
      const { authorizer, resource } = check
      return authorizer.check({ verb: text(verb), ...resource, serviceAccount: authorizer.serviceAccount })
    }),
  ),
  fn(
    'errored',
    overload('decision_errored', `${DECISION}.() bool`, (d) => ofDecision(d, ({ error }) => error !== undefined)),
  ),
  fn(
    'error',
    overload('decision_error', `${DECISION}.() string`, (d) => ofDecision(d, ({ error }) => error ?? '')),
  ),
  fn(
    'allowed',
    overload('decision_allowed', `${DECISION}.() bool`, (d) => ofDecision(d, ({ isAllowed }) => isAllowed)),
  ),
  fn(
    'reason',
    overload('decision_reason', `${DECISION}.() string`, (d) => ofDecision(d, ({ reason }) => reason)),
  ),
]
