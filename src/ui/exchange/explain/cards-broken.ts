import type { Card } from './explanation.ts'
import { reason } from './match.ts'

/** Cards for 500 and above, and for any Status that no other card matches. */
export const brokenCards: readonly Card[] = [
  {
    id: 'version-on-create',
    of: ({ message = '' }) => /resourceVersion should not be set on objects to be created/.test(message),
    what: 'A new object cannot have a resourceVersion.',
    rule: 'The server sets the first resourceVersion when it stores the object.',
    ruleIds: ['RV3'],
    fix: 'Remove metadata.resourceVersion from the body, or PUT to update the existing object.',
    fixes: ['drop-version'],
  },
  {
    id: 'no-room',
    of: ({ message = '' }) => /space exceeded|no space|quota.*storage/i.test(message),
    what: 'The disk is full, so nothing was stored.',
    rule: 'While the disk is full, writes are refused; reads and deletions still work.',
    ruleIds: ['ST10', 'ER3'],
    fix: 'Delete objects or expire history, then send it again.',
    fixes: ['send-again'],
  },
  {
    id: 'try-later',
    of: (status) => reason('ServerTimeout')(status) || reason('ServiceUnavailable')(status) || status.code === 503,
    what: 'The server cannot process the request at the moment.',
    rule: 'Either nothing was done yet, or the response has a Retry-After header.',
    ruleIds: ['ER3', 'WI6'],
    fix: 'Retry in a moment; after a write without a response, read the object first.',
    fixes: ['send-again'],
  },
  {
    id: 'out-of-addresses',
    of: ({ message = '' }) => /failed to allocate|duplicate nodePort|range is full/.test(message),
    what: 'No address or port was free for this service.',
    rule: 'Cluster IPs and node ports are allocated from ranges of fixed size, and each is used once.',
    ruleIds: ['SVC12', 'SVC13'],
    fix: 'Delete a service that is no longer needed, or let the server choose the address.',
    fixes: ['free-addresses', 'edit-body'],
  },
  {
    id: 'typed-patch',
    of: ({ message = '' }) => /failed to create typed patch object|failed to decode managed fields/.test(message),
    what: 'The applied configuration does not match the schema of the kind.',
    rule: 'An apply is parsed with the schema of the kind: types must match, and items of keyed lists need unique keys.',
    ruleIds: ['SSA1', 'SSA2'],
    fix: 'Correct the field that the message names.',
    fixes: ['edit-body'],
  },
  {
    id: 'bug',
    of: (status) => status.code >= 500,
    what: 'An internal error occurred in the server.',
    rule: 'A 5xx response states neither whether the request was valid nor whether it was executed.',
    ruleIds: ['ER4'],
    fix: 'Read before you retry: a write may have been stored.',
    fixes: ['send-again'],
  },
  {
    id: 'other',
    of: () => true,
    what: 'The server refused the request.',
    rule: 'This Status has no reason that is explained here.',
    ruleIds: ['ER1'],
    fix: 'The message above is all that the server reports.',
  },
]
