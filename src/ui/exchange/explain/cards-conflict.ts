import type { Card } from './explanation.ts'
import { both, cause, causesOf, nameOf, reason } from './match.ts'

/** Cards for 409: a conflict with the current state. */
export const conflictCards: readonly Card[] = [
  {
    id: 'apply-conflict',
    of: cause('FieldManagerConflict'),
    what: (status) => {
      const { length } = causesOf(status)
      return `What you apply sets ${length === 1 ? 'a field' : `${length} fields`} to other values than the managers hold who own ${length === 1 ? 'it' : 'them'}.`
    },
    rule: 'An apply changes a field of another manager only with force=true. Force counts for the whole request.',
    ruleIds: ['SSA2', 'SSA15'],
    fix: 'Force it and own the fields, leave them out, or send the values that stand and own them together.',
    fixes: ['force'],
  },
  {
    id: 'precondition',
    of: reason('Conflict', /precondition/i),
    what: (status) => `${nameOf(status)} is not the one, or not in the version, that your preconditions name.`,
    rule: 'A delete with preconditions happens only while uid and resourceVersion are exactly those.',
    ruleIds: ['DE3'],
    fix: 'Read it again and see whether you still want it gone; then name what you read, or no precondition.',
    fixes: ['drop-preconditions'],
  },
  {
    id: 'stale-version',
    of: reason('Conflict', /has been modified/),
    what: (status) => `${nameOf(status)} was written after you read it.`,
    rule: 'A write that names a resourceVersion wins only from that version. If it is not the newest, nothing is stored.',
    ruleIds: ['RV3', 'WR7'],
    fix: 'Read it again, make your change on top of that, and send it with the new resourceVersion.',
    fixes: ['drop-version'],
  },
  {
    id: 'namespace-ends',
    of: cause('NamespaceTerminating'),
    what: 'The namespace is being deleted, so nothing new is made in it.',
    rule: 'A namespace that ends is emptied first. Until it is gone its objects can be changed and deleted, not created.',
    ruleIds: ['AD2', 'NS3'],
    fix: 'Use another namespace, or wait until this one is gone and create it anew.',
  },
  {
    id: 'conflict',
    of: reason('Conflict'),
    what: (status) => `Your request does not agree with how ${nameOf(status)} stands now.`,
    rule: 'A condition that a write carries must hold at the moment it is stored.',
    ruleIds: ['RV3'],
    fix: 'Read the object, compare, and send what you still want.',
    fixes: ['drop-version'],
  },
  {
    id: 'still-going',
    of: reason('AlreadyExists', /object is being deleted/),
    what: (status) => `${nameOf(status)} was deleted but is not gone: a finalizer or a grace period holds it.`,
    rule: 'A name is free again only when its object is removed, and finalizers hold it until the last one is taken away.',
    ruleIds: ['DE1', 'DE9'],
    fix: 'Let its holders finish, or take their finalizers away; then send it again.',
    fixes: ['send-again'],
  },
  {
    id: 'names-run-out',
    of: reason('AlreadyExists', /generate a unique name/),
    what: 'Every name that the server made up was taken.',
    rule: 'generateName gets five random characters; a taken name is tried again, eight times in all.',
    ruleIds: ['WR6'],
    fix: 'Send it again, or begin with another generateName.',
    fixes: ['send-again'],
  },
  {
    id: 'already-exists',
    of: reason('AlreadyExists'),
    what: (status) => `There is already an object named ${nameOf(status)} in this collection.`,
    rule: 'A name is unique among objects of one kind in one namespace, until the object is removed.',
    ruleIds: ['DE9'],
    fix: 'Change the one that is there by PUT, PATCH or apply, or let the server choose a free name.',
    fixes: ['generate-name', 'read-object'],
  },
  {
    id: 'budget',
    of: both(reason('TooManyRequests'), cause('DisruptionBudget')),
    what: 'Evicting this pod would leave fewer than its budget asks for.',
    rule: 'An eviction spends what the PodDisruptionBudget of the pod allows at the moment; a DELETE does not ask it.',
    ruleIds: ['POD61'],
    fix: 'Wait until more pods are healthy, or change minAvailable or maxUnavailable of the budget.',
    fixes: ['send-again'],
  },
]
