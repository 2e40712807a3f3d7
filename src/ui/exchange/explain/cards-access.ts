import type { Card } from './explanation.ts'
import { reason } from './match.ts'

/** Cards for 401, 403 and 429: authentication, authorization and rate limits. */
export const accessCards: readonly Card[] = [
  {
    id: 'unknown-caller',
    of: (status) => reason('Unauthorized')(status) || status.code === 401,
    what: 'The server does not know who you are.',
    rule: 'A credential that is sent must be valid: an invalid one is refused, not treated as anonymous.',
    ruleIds: ['AU1'],
    fix: 'Send a valid token, or none if anonymous requests are allowed.',
    fixes: ['drop-credentials'],
  },
  {
    id: 'quota',
    of: reason('Forbidden', /exceeded quota|failed quota/),
    what: 'A quota of the namespace would be exceeded.',
    rule: 'A new object counts against every ResourceQuota whose scopes match it; above the hard limit it is refused.',
    ruleIds: ['AD6'],
    fix: 'Request less, delete something, or raise the quota.',
    fixes: ['list-quotas', 'edit-body'],
  },
  {
    id: 'pod-security',
    of: reason('Forbidden', /violates PodSecurity/),
    what: 'The pod violates the Pod Security level of its namespace.',
    rule: 'Labels of the namespace set the enforced level: privileged, baseline or restricted.',
    ruleIds: ['PSA1', 'PSA2'],
    fix: 'Set the fields that the message names, or set another level on the namespace.',
    fixes: ['edit-body', 'read-namespace'],
  },
  {
    id: 'limits',
    of: reason('Forbidden', /(minimum|maximum) .* (usage|limit|per)|limit to request ratio/),
    what: 'The resources of a container or claim are outside of the limits of its namespace.',
    rule: 'A LimitRange sets defaults, and refuses values below its min, above its max or beyond its ratio.',
    ruleIds: ['AD5'],
    fix: 'Change requests and limits, or the LimitRange.',
    fixes: ['edit-body', 'list-limits'],
  },
  {
    id: 'not-allowed',
    of: reason('Forbidden', /\bcannot\b .* (resource|path|API group)|is forbidden: User/),
    what: 'You are not allowed to do this.',
    rule: 'Authorization checks verb, API group, resource, namespace and name, before the path is looked up. No authorizer allowed the request, so it is refused.',
    ruleIds: ['AU4', 'RB2'],
    fix: 'Act as a user with this permission, or bind a role with this verb on this resource to your user.',
  },
  {
    id: 'refused-by-admission',
    of: reason('Forbidden'),
    what: 'You have this permission, but admission refused this object.',
    rule: 'Admission runs after authorization: plugins inspect the object itself, first mutating ones, then validating ones.',
    ruleIds: ['AD1'],
    fix: 'Change what the message names.',
    fixes: ['edit-body', 'read-object'],
  },
  {
    id: 'too-many',
    of: (status) => reason('TooManyRequests')(status) || status.code === 429,
    what: (status) => {
      const wait = status.details?.retryAfterSeconds
      return `The server asks you to retry later${wait === undefined ? '' : `, in ${wait} s`}.`
    },
    rule: 'The request was not processed. Retry-After states when to retry.',
    ruleIds: ['ER1'],
    fix: 'Wait, then send it again.',
    fixes: ['send-again'],
  },
]
