import type { Card } from './explanation.ts'
import { reason } from './match.ts'

/** Cards for 500 and above, and for any Status that no other card matches. */
export const brokenCards: readonly Card[] = [
  {
    id: 'version-on-create',
    of: ({ message = '' }) => /resourceVersion should not be set on objects to be created/.test(message),
    what: 'An object that is to be created cannot have a version yet.',
    rule: 'The first resourceVersion is given by the write that creates it.',
    ruleIds: ['RV3'],
    fix: 'Take metadata.resourceVersion out of the body, or PUT to change the one that is there.',
    fixes: ['drop-version'],
  },
  {
    id: 'no-room',
    of: ({ message = '' }) => /space exceeded|no space|quota.*storage/i.test(message),
    what: 'The disk is full, so nothing was stored.',
    rule: 'A full disk refuses writes and lets reads and deletions through.',
    ruleIds: ['ST10', 'ER3'],
    fix: 'Delete objects or expire history, then send it again.',
    fixes: ['send-again'],
  },
  {
    id: 'try-later',
    of: (status) => reason('ServerTimeout')(status) || reason('ServiceUnavailable')(status) || status.code === 503,
    what: 'The server cannot do it at this moment.',
    rule: 'It says so before anything is done, or the answer carries Retry-After.',
    ruleIds: ['ER3', 'WI6'],
    fix: 'Send it again in a moment; read first if it was a write without an answer.',
    fixes: ['send-again'],
  },
  {
    id: 'out-of-addresses',
    of: ({ message = '' }) => /failed to allocate|duplicate nodePort|range is full/.test(message),
    what: 'No address or port was free for this service.',
    rule: 'Cluster addresses and node ports come from ranges of fixed size, each used once.',
    ruleIds: ['SVC12', 'SVC13'],
    fix: 'Delete a service that is no longer needed, or leave the address for the server to choose.',
  },
  {
    id: 'typed-patch',
    of: ({ message = '' }) => /failed to create typed patch object|failed to decode managed fields/.test(message),
    what: 'What you apply does not fit the kind.',
    rule: 'An apply is read by the schema of the kind: types must fit, items of keyed lists need their keys, once each.',
    ruleIds: ['SSA1', 'SSA2'],
    fix: 'Correct the field that the message names.',
  },
  {
    id: 'bug',
    of: (status) => status.code >= 500,
    what: 'The server met a condition that is not your fault.',
    rule: 'Answers from 500 up say nothing about whether the request was right, or whether it was done.',
    ruleIds: ['ER4'],
    fix: 'Read before you repeat: a write without a good answer may have happened.',
    fixes: ['send-again'],
  },
  {
    id: 'other',
    of: () => true,
    what: 'The server refused the request.',
    rule: 'A reason decides the HTTP code; this answer has none that is known here.',
    ruleIds: ['ER1'],
    fix: 'The message above is all that the server says.',
  },
]
