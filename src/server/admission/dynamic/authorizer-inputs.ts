import { type CelAuthorize, type CelCheck, type CelInputs, authorizerInput, resourceCheckInput } from '#cel/cel.ts'
import type { Attributes as AccessAttributes, Decision } from '#server/auth/authorizer.ts'
import type { UserInfo } from '#server/auth/user-info.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import type { Decisions } from './decisions.ts'

/** The variables `authorizer` and `authorizer.requestResource`: checks of the requesting user's access. [VAP6] */
export function authorizerInputs(attributes: Attributes, decisions: Decisions): CelInputs {
  const { definition, subresource, namespace, name, user } = attributes
  const authorize: CelAuthorize = (check) => toCheckResult(decisions.decide(toAttributes(check, user)))
  const { group, resource } = definition
  const request = { group, resource, subresource, namespace, name, fieldSelector: '', labelSelector: '' }
  return {
    authorizer: authorizerInput(authorize),
    'authorizer.requestResource': resourceCheckInput(authorize, request),
  }
}

/** Passes on the reason of an allowed check only if it is RBAC's. */
const toCheckResult = ({ type, why, error }: Decision): ReturnType<CelAuthorize> => ({
  isAllowed: type === 'allowed',
  reason: type === 'allowed' && !why.startsWith('RBAC') ? '' : why,
  ...(error === undefined ? {} : { error }),
})

function toAttributes(check: CelCheck, user: UserInfo): AccessAttributes {
  const { verb, serviceAccount } = check
  const who = serviceAccount === undefined ? user : accountUser(serviceAccount)
  if ('path' in check) {
    const none = { group: '', version: '', resource: '', subresource: '', namespace: '', name: '' }
    return { user: who, verb, isResource: false, path: check.path, ...none }
  }
  const { group, resource, subresource, namespace, name } = check
  return { user: who, verb, isResource: true, path: '', group, version: '*', resource, subresource, namespace, name }
}

const accountUser = ({ namespace, name }: { readonly namespace: string; readonly name: string }): UserInfo => ({
  name: `system:serviceaccount:${namespace}:${name}`,
  uid: '',
  groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
  extra: {},
})
