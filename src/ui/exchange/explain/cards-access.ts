import type { Card } from './explanation.ts'
import { reason } from './match.ts'

/** Cards for 401, 403 and 429: authentication, authorization and rate limits. */
export const accessCards: readonly Card[] = [
  {
    id: 'unknown-caller',
    of: (status) => reason('Unauthorized')(status) || status.code === 401,
    what: 'The server does not know who you are.',
    rule: 'A credential that is sent must be right: a wrong one is refused, not treated as none.',
    ruleIds: ['AU1'],
    fix: 'Send a token that the server knows, or none where anonymous callers are let in.',
    fixes: ['drop-credentials'],
  },
  {
    id: 'quota',
    of: reason('Forbidden', /exceeded quota|failed quota/),
    what: 'A quota of the namespace would be exceeded.',
    rule: 'What is created counts against every ResourceQuota whose scopes it falls in; over the hard limit it is refused.',
    ruleIds: ['AD6'],
    fix: 'Ask for less, delete something, or raise the quota.',
  },
  {
    id: 'pod-security',
    of: reason('Forbidden', /violates PodSecurity/),
    what: 'The pod asks for more than its namespace allows.',
    rule: 'Labels of the namespace name the level that pods are held to: privileged, baseline or restricted.',
    ruleIds: ['PSA1', 'PSA2'],
    fix: 'Set the fields that the message names, or give the namespace another level.',
  },
  {
    id: 'limits',
    of: reason('Forbidden', /(minimum|maximum) .* (usage|limit|per)|limit to request ratio/),
    what: 'What a container or claim asks for is outside of the bounds of its namespace.',
    rule: 'A LimitRange fills in what is left open, and refuses what is below its min, above its max or beyond its ratio.',
    ruleIds: ['AD5'],
    fix: 'Change requests and limits, or the LimitRange.',
  },
  {
    id: 'not-allowed',
    of: reason('Forbidden', /\bcannot\b .* (resource|path|API group)|is forbidden: User/),
    what: 'You may not do this, here.',
    rule: 'Authorization looks at verb, API group, resource, namespace and name, before the path is looked up. Nothing allows it, so it is refused.',
    ruleIds: ['AU4', 'RB2'],
    fix: 'Act as somebody who may, or bind a role with this verb on this resource to yourself.',
  },
  {
    id: 'refused-by-admission',
    of: reason('Forbidden'),
    what: 'You may do this in general, but not with this object.',
    rule: 'Admission comes after authorization: plugins look at the object itself, first those that change it, then those that check it.',
    ruleIds: ['AD1'],
    fix: 'Change what the message names.',
  },
  {
    id: 'too-many',
    of: (status) => reason('TooManyRequests')(status) || status.code === 429,
    what: (status) => {
      const wait = status.details?.retryAfterSeconds
      return `The server asks you to come back later${wait === undefined ? '' : `, in ${wait} s`}.`
    },
    rule: 'Nothing of the request was done. Retry-After says when to try again.',
    ruleIds: ['ER1'],
    fix: 'Wait, then send it again.',
    fixes: ['send-again'],
  },
]
