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
    what: 'The snapshot that this list was read from is gone.',
    rule: 'All pages of a list are of one snapshot. When it is compacted, the answer carries a token for the rest as it is now.',
    ruleIds: ['PG2', 'PG3'],
    fix: 'Start again for one whole picture, or go on with the token, knowing that the pages no longer agree.',
    fixes: ['start-again', 'continue-fresh'],
  },
  {
    id: 'expired',
    of: (status) => reason('Expired')(status) || reason('Gone')(status),
    what: 'The history that you asked for has been compacted.',
    rule: 'The server keeps changes for a while. Watches, exact reads and continue tokens need those since their version.',
    ruleIds: ['RV7', 'WA6', 'DB7'],
    fix: 'List again without a resourceVersion, then watch from the version of that list.',
    fixes: ['start-again'],
  },
  {
    id: 'future-version',
    of: cause('ResourceVersionTooLarge'),
    what: 'You asked for a version that this server has not reached.',
    rule: 'A resourceVersion that is not there yet is waited for, three seconds, then given up.',
    ruleIds: ['RV5'],
    fix: 'Use a version that this server gave you, or leave it out. After a restore old versions mean nothing.',
    fixes: ['start-again'],
  },
  {
    id: 'timed-out',
    of: reason('Timeout'),
    what: 'The request took longer than it was given.',
    rule: 'timeout bounds a request, at most a minute; what a write did until then is not said.',
    ruleIds: ['RQ8'],
    fix: 'Read before you repeat a write. A longer timeout, or none, gives it more time.',
    fixes: ['drop-timeout'],
  },
  {
    id: 'no-path',
    of: reason('NotFound', /could not find the requested resource|no matches for/),
    what: 'The server serves nothing at that path.',
    rule: 'Core resources are at /api/v1/…, others at /apis/<group>/<version>/…; the resource word is plural, and case counts.',
    ruleIds: ['RQ1', 'DI1'],
    fix: 'Look the word up in discovery: the path field completes what is served.',
    fixes: ['discovery'],
  },
  {
    id: 'no-namespace',
    of: (status) => reason('NotFound', /^namespaces? "/)(status),
    what: (status) => `There is no namespace ${nameOf(status)}.`,
    rule: 'A namespace is made before what is in it; nothing is created in one that is absent.',
    ruleIds: ['AD2'],
    fix: 'Create the namespace first, or correct its name in the path.',
    fixes: ['list-namespaces'],
  },
  {
    id: 'not-found',
    of: reason('NotFound'),
    what: (status) => `Nothing named ${nameOf(status)} is among the ${kindOf(status)} there.`,
    rule: 'An object is found by its kind, namespace and name, and by nothing else.',
    ruleIds: ['RQ1'],
    fix: 'Look at the collection: it may be in another namespace, or be deleted already.',
    fixes: ['list-collection'],
  },
]
