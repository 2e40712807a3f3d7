import type { Card } from './explanation.ts'
import { both, cause, causesOf, nameOf, reason } from './match.ts'

/** Cards for 409: a conflict with the current state. */
export const conflictCards: readonly Card[] = [
  {
    id: 'apply-conflict',
    of: cause('FieldManagerConflict'),
    what: (status) => {
      const { length } = causesOf(status)
      return `Your apply sets ${length === 1 ? 'a field to another value' : `${length} fields to other values`} than the current owner.`
    },
    rule: 'An apply changes a field of another manager only with force=true. Force applies to the whole request.',
    ruleIds: ['SSA2', 'SSA15'],
    fix: 'Force the apply to own the fields, omit them, or send their current values to share the ownership.',
    fixes: ['force'],
  },
  {
    id: 'precondition',
    of: reason('Conflict', /precondition/i),
    what: (status) => `${nameOf(status)} does not match the uid or resourceVersion of your preconditions.`,
    rule: 'A delete with preconditions is executed only if uid and resourceVersion match.',
    ruleIds: ['DE3'],
    fix: 'Read the object again and decide whether to delete it; then send its current values, or no preconditions.',
    fixes: ['drop-preconditions', 'read-object'],
  },
  {
    id: 'stale-version',
    of: reason('Conflict', /has been modified/),
    what: (status) => `${nameOf(status)} was written after you read it.`,
    rule: 'A write with a resourceVersion succeeds only if that version is the current one. Otherwise nothing is stored.',
    ruleIds: ['RV3', 'WR7'],
    fix: 'Read the object again, repeat your change, and send it with the new resourceVersion.',
    fixes: ['drop-version', 'read-object'],
  },
  {
    id: 'namespace-ends',
    of: cause('NamespaceTerminating'),
    what: 'The namespace is being deleted, so nothing can be created in it.',
    rule: 'A terminating namespace is emptied first. Until it is removed, objects can be changed and deleted, but not created.',
    ruleIds: ['AD2', 'NS3'],
    fix: 'Use another namespace, or wait until this one is removed and create it again.',
    fixes: ['read-namespace'],
  },
  {
    id: 'conflict',
    of: reason('Conflict'),
    what: (status) => `Your request conflicts with the current state of ${nameOf(status)}.`,
    rule: 'The conditions of a write must hold at the moment it is stored.',
    ruleIds: ['RV3'],
    fix: 'Read the object, compare, and send the change again.',
    fixes: ['drop-version', 'read-object'],
  },
  {
    id: 'still-going',
    of: reason('AlreadyExists', /object is being deleted/),
    what: (status) =>
      `${nameOf(status)} is being deleted but still exists: a finalizer or a grace period delays its removal.`,
    rule: 'A name is free again only after its object is removed, which needs all finalizers to be removed.',
    ruleIds: ['DE1', 'DE9'],
    fix: 'Wait for its controllers to finish, or remove the finalizers; then send it again.',
    fixes: ['send-again'],
  },
  {
    id: 'names-run-out',
    of: reason('AlreadyExists', /generate a unique name/),
    what: 'Every name that the server generated was taken.',
    rule: 'The server adds five random characters to generateName, and tries up to eight names.',
    ruleIds: ['WR6'],
    fix: 'Send it again, or use another generateName.',
    fixes: ['send-again'],
  },
  {
    id: 'already-exists',
    of: reason('AlreadyExists'),
    what: (status) => `There is already an object named ${nameOf(status)} in this collection.`,
    rule: 'A name is unique among objects of one kind in one namespace, until the object is removed.',
    ruleIds: ['DE9'],
    fix: 'Change the existing object by PUT, PATCH or apply, or let the server choose a free name.',
    fixes: ['generate-name', 'read-object'],
  },
  {
    id: 'budget',
    of: both(reason('TooManyRequests'), cause('DisruptionBudget')),
    what: 'Evicting this pod would leave fewer pods than its budget requires.',
    rule: 'An eviction counts against the disruptions that the PodDisruptionBudget of the pod currently allows; a DELETE ignores the budget.',
    ruleIds: ['POD61'],
    fix: 'Wait until more pods are healthy, or change minAvailable or maxUnavailable of the budget.',
    fixes: ['send-again', 'list-budgets'],
  },
]
