import type { Status } from '#api/status.ts'
import type { Card } from './explanation.ts'
import { causesOf, field, nameOf, reason } from './match.ts'

const faults: ReadonlyMap<string, readonly [one: string, many: string]> = new Map([
  ['FieldValueRequired', ['a value is missing', 'values are missing']],
  ['FieldValueInvalid', ['a value is not allowed', 'values are not allowed']],
  ['FieldValueNotSupported', ['a value is none of those that are known', 'values are none of those that are known']],
  ['FieldValueForbidden', ['a field may not be set here', 'fields may not be set here']],
  ['FieldValueDuplicate', ['a value stands twice', 'values stand twice']],
  ['FieldValueNotFound', ['a value names something that is not there', 'values name something that is not there']],
  ['FieldValueTooLong', ['a value is too long', 'values are too long']],
  ['FieldValueTooMany', ['a list has too many items', 'lists have too many items']],
  ['FieldValueTypeInvalid', ['a value is of the wrong type', 'values are of the wrong type']],
])

/** Summarizes the causes in their order: `1 value is missing, 2 are not allowed`. */
function faultWords(status: Status): string {
  const counts = new Map<string, number>()
  for (const { reason: why = '' } of causesOf(status)) counts.set(why, (counts.get(why) ?? 0) + 1)
  return [...counts]
    .map(([why, count]) => {
      const [one, many] = faults.get(why) ?? ['a rule is broken', 'rules are broken']
      return count === 1 ? one : `${count} ${many}`
    })
    .join(', ')
}

/** Cards for 422: the request was understood but violates a validation rule. */
export const invalidCards: readonly Card[] = [
  {
    id: 'needs-manager',
    of: field('fieldManager'),
    what: 'The field manager that the request names, or leaves out, will not do.',
    rule: 'An apply says on whose behalf it owns fields: fieldManager, printable and of at most 128 bytes.',
    ruleIds: ['SSA1'],
    fix: 'Add fieldManager to the query.',
    fixes: ['name-manager'],
  },
  {
    id: 'force-without-apply',
    of: field('force'),
    what: 'Only an apply has conflicts that can be forced.',
    rule: 'force goes with the body type application/apply-patch+yaml and with no other patch.',
    ruleIds: ['SSA1'],
    fix: 'Leave force out, or send the body as an apply.',
    fixes: ['drop-force'],
  },
  {
    id: 'dry-run-word',
    of: field('dryRun'),
    what: 'The request asks for a dry run in a word that is not known.',
    rule: 'The only value of dryRun is All: everything happens but the write.',
    ruleIds: ['DR1'],
    fix: 'Say dryRun=All, or leave it out to store what you send.',
    fixes: ['dry-run-all'],
  },
  {
    id: 'field-validation-word',
    of: field('fieldValidation'),
    what: 'fieldValidation has three values, and this is none of them.',
    rule: 'Strict refuses unknown and doubled fields, Warn tells of them, Ignore drops them.',
    ruleIds: ['FV1'],
    fix: 'Say Strict, Warn or Ignore, or leave it out for Warn.',
    fixes: ['validation-warn'],
  },
  {
    id: 'version-match',
    of: (status) =>
      ['resourceVersionMatch', 'resourceVersion', 'sendInitialEvents', 'continue'].some((name) => field(name)(status)),
    what: 'The parameters of this list or watch exclude one another.',
    rule: 'resourceVersionMatch needs a resourceVersion and no continue; Exact needs one that is not 0; sendInitialEvents needs NotOlderThan.',
    ruleIds: ['LS2', 'WA2', 'RV4'],
    fix: 'Take away the parameter that the message names.',
    fixes: ['start-again'],
  },
  {
    id: 'version-required',
    of: field('metadata.resourceVersion'),
    what: (status) => `An update of ${nameOf(status)} must say which version it was made from.`,
    rule: 'Kinds that forbid unconditional updates take a PUT only with the resourceVersion that was read; a creation has none.',
    ruleIds: ['RV3'],
    fix: 'Read the object and send its resourceVersion, or send a PATCH, which needs none.',
    fixes: ['read-object'],
  },
  {
    id: 'immutable',
    of: (status) => causesOf(status).some(({ message = '' }) => /field is immutable/.test(message)),
    what: 'A field is set once, when the object is created, and you changed it.',
    rule: 'What identifies an object, and what others have built on, never changes for as long as it lives.',
    ruleIds: ['WR5'],
    fix: 'Put the old value back; for another value delete the object and create it anew.',
    fixes: ['read-object'],
  },
  {
    id: 'invalid',
    of: (status) => reason('Invalid')(status) && causesOf(status).length > 0,
    what: (status) => `The object was understood, but ${faultWords(status)}.`,
    rule: 'Validation comes after decoding and defaults, and names all that it refuses at once.',
    ruleIds: ['WR3', 'PA2'],
    fix: 'Mend the fields that are named and send it again; nothing was stored.',
  },
  {
    id: 'unprocessable',
    of: reason('Invalid'),
    what: 'The request was understood and cannot be carried out.',
    rule: 'A patch must lead from the object as it stands to one that is allowed.',
    ruleIds: ['PA2', 'PA5'],
    fix: 'Compare the patch with the object: tests must hold, paths must be there.',
    fixes: ['read-object'],
  },
]
