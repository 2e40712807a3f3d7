import type { Card } from './explanation.ts'
import { cause, kindOf, nameOf, reason } from './match.ts'

const hasFreshToken: Card['of'] = ({ metadata }) =>
  typeof metadata['continue'] === 'string' && metadata['continue'] !== ''

/**
 * Cards for 404, 410 and 504: the requested object or version does not exist, was compacted, or is not available yet.
 */
export const readCards: readonly Card[] = [
  {
    id: 'page-expired',
    of: (status) => reason('Expired')(status) && hasFreshToken(status),
    what: 'The snapshot of this list has been compacted.',
    rule: 'All pages of a list are read from one snapshot. Once it is compacted, the response has a token for the rest at the current version.',
    ruleIds: ['PG2', 'PG3'],
    fix: 'Start again for a consistent list, or continue with the token and accept an inconsistent one.',
    fixes: ['start-again', 'continue-fresh'],
  },
  {
    id: 'expired',
    of: (status) => reason('Expired')(status) || reason('Gone')(status),
    what: 'The requested version has been compacted.',
    rule: 'The server keeps changes for a limited time. Watches, exact reads and continue tokens need those since their version.',
    ruleIds: ['RV7', 'WA6', 'DB7'],
    fix: 'List again without a resourceVersion, then watch from the version of that list.',
    fixes: ['watch-initial', 'list-again', 'start-again'],
  },
  {
    id: 'future-version',
    of: cause('ResourceVersionTooLarge'),
    what: 'The requested version is newer than the current version of the server.',
    rule: 'The server waits up to three seconds for a resourceVersion that it has not reached.',
    ruleIds: ['RV5'],
    fix: 'Use a version that this server returned, or omit it. Versions from before a restore are not valid.',
    fixes: ['start-again', 'watch-initial', 'list-again'],
  },
  {
    id: 'timed-out',
    of: reason('Timeout'),
    what: 'The request exceeded its timeout.',
    rule: 'The timeout of a request is at most a minute. The response does not state whether a write was stored.',
    ruleIds: ['RQ8'],
    fix: 'Read before you retry a write. Set a longer timeout, or none.',
    fixes: ['drop-timeout', 'send-again'],
  },
  {
    id: 'no-path',
    of: reason('NotFound', /could not find the requested resource|no matches for|page not found/),
    what: 'The server serves nothing at that path.',
    rule: 'Core resources are at /api/v1/…, others at /apis/<group>/<version>/…; resource names are plural and case-sensitive.',
    ruleIds: ['RQ1', 'DI1'],
    fix: 'Find the resource in discovery: the path field completes what is served.',
    fixes: ['discovery'],
  },
  {
    id: 'no-namespace',
    of: (status) => reason('NotFound', /^namespaces? "/)(status),
    what: (status) => `There is no namespace ${nameOf(status)}.`,
    rule: 'A namespace must exist before objects are created in it.',
    ruleIds: ['AD2'],
    fix: 'Create the namespace first, or correct its name in the path.',
    fixes: ['list-namespaces'],
  },
  {
    id: 'not-found',
    of: reason('NotFound'),
    what: (status) => `There is no ${nameOf(status)} among the ${kindOf(status)} at this path.`,
    rule: 'An object is identified by its kind, namespace and name.',
    ruleIds: ['RQ1'],
    fix: 'List the collection: the object may be in another namespace, or already deleted.',
    fixes: ['list-collection'],
  },
]
