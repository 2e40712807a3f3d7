import type { Status } from '#api/status.ts'
import type { Card } from './explanation.ts'
import { causesOf, field, nameOf, reason } from './match.ts'

const faults: ReadonlyMap<string, readonly [one: string, many: string]> = new Map([
  ['FieldValueRequired', ['a value is missing', 'values are missing']],
  ['FieldValueInvalid', ['a value is not allowed', 'values are not allowed']],
  ['FieldValueNotSupported', ['a value is not supported', 'values are not supported']],
  ['FieldValueForbidden', ['a field may not be set here', 'fields may not be set here']],
  ['FieldValueDuplicate', ['a value is a duplicate', 'values are duplicates']],
  [
    'FieldValueNotFound',
    ['a value refers to something that does not exist', 'values refer to something that does not exist'],
  ],
  ['FieldValueTooLong', ['a value is too long', 'values are too long']],
  ['FieldValueTooMany', ['a list has too many items', 'lists have too many items']],
  ['FieldValueTypeInvalid', ['a value is of the wrong type', 'values are of the wrong type']],
])

/** Summarizes the causes in their order: `a value is missing and 2 values are not allowed`. */
function faultWords(status: Status): string {
  const counts = new Map<string, number>()
  for (const { reason: why = '' } of causesOf(status)) counts.set(why, (counts.get(why) ?? 0) + 1)
  const words = [...counts].map(([why, count]) => {
    const [one, many] = faults.get(why) ?? ['a rule is broken', 'rules are broken']
    return count === 1 ? one : `${count} ${many}`
  })
  const last = words.pop() ?? ''
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`
}

/** Cards for 422: the request was understood but violates a validation rule. */
export const invalidCards: readonly Card[] = [
  {
    id: 'policy-without-params',
    of: ({ message = '' }) =>
      /ValidatingAdmissionPolicy '.*' with binding '.*' denied request: failed to configure binding/.test(message),
    what: 'An admission policy needs parameters that do not exist.',
    rule: 'A binding names its parameters or selects them; its parameterNotFoundAction says whether their absence refuses requests.',
    ruleIds: ['VAP8', 'VPB2'],
    fix: 'Create the parameter object that the binding names, or change parameterNotFoundAction of the binding to Allow.',
    fixes: ['edit-body'],
  },
  {
    id: 'policy-error',
    of: ({ message = '' }) =>
      /ValidatingAdmissionPolicy '.*' with binding '.*' denied request: expression .* resulted in error/.test(message),
    what: 'An expression of an admission policy failed for this object, so the policy refused it.',
    rule: 'An expression that ends in an error refuses the request, unless the failurePolicy of the policy is Ignore.',
    ruleIds: ['VAP5', 'VAP9'],
    fix: 'Make the expression check for fields that may be absent, by has() or optional syntax, or set the field.',
    fixes: ['edit-body'],
  },
  {
    id: 'policy-refused',
    of: ({ message = '' }) => /ValidatingAdmissionPolicy '.*' with binding '.*' denied request/.test(message),
    what: 'An admission policy of this cluster refused the object.',
    rule: 'A binding with the action Deny refuses what violates its policy; the message after "denied request" is the author’s.',
    ruleIds: ['VAP9', 'VAP7'],
    fix: 'Change what the message names, or change the policy, its binding or its parameters.',
    fixes: ['edit-body'],
  },
  {
    id: 'needs-manager',
    of: field('fieldManager'),
    what: 'The field manager is missing or not valid.',
    rule: 'An apply requires the parameter fieldManager: printable, at most 128 bytes.',
    ruleIds: ['SSA1'],
    fix: 'Add fieldManager to the query.',
    fixes: ['name-manager'],
  },
  {
    id: 'force-without-apply',
    of: field('force'),
    what: 'Only an apply has conflicts that can be forced.',
    rule: 'force is allowed only with the Content-Type application/apply-patch+yaml.',
    ruleIds: ['SSA1'],
    fix: 'Omit force, or send the body as an apply.',
    fixes: ['drop-force'],
  },
  {
    id: 'dry-run-word',
    of: field('dryRun'),
    what: 'The value of dryRun is not supported.',
    rule: 'The only value of dryRun is All: the request is processed, but nothing is stored.',
    ruleIds: ['DR1'],
    fix: 'Send dryRun=All, or omit it to store the object.',
    fixes: ['dry-run-all'],
  },
  {
    id: 'field-validation-word',
    of: field('fieldValidation'),
    what: 'The value of fieldValidation is not supported.',
    rule: 'Strict refuses unknown and duplicate fields, Warn returns warnings for them, Ignore drops them.',
    ruleIds: ['FV1'],
    fix: 'Send Strict, Warn or Ignore, or omit it for Warn.',
    fixes: ['validation-warn'],
  },
  {
    id: 'version-match',
    of: (status) =>
      ['resourceVersionMatch', 'resourceVersion', 'sendInitialEvents', 'continue'].some((name) => field(name)(status)),
    what: 'The parameters of this list or watch exclude one another.',
    rule: 'resourceVersionMatch needs a resourceVersion and no continue; Exact needs one that is not 0; sendInitialEvents needs NotOlderThan.',
    ruleIds: ['LS2', 'WA2', 'RV4'],
    fix: 'Remove the parameter that the message names.',
    fixes: ['start-again', 'watch-initial', 'list-again'],
  },
  {
    id: 'version-required',
    of: field('metadata.resourceVersion'),
    what: (status) => `An update of ${nameOf(status)} requires the resourceVersion that it was made from.`,
    rule: 'Kinds that forbid unconditional updates accept a PUT only with the resourceVersion that was read; a creation has none.',
    ruleIds: ['RV3'],
    fix: 'Read the object and send its resourceVersion, or send a PATCH, which needs none.',
    fixes: ['read-object'],
  },
  {
    id: 'immutable',
    of: (status) => causesOf(status).some(({ message = '' }) => /field is immutable/.test(message)),
    what: 'You changed an immutable field, which can only be set when the object is created.',
    rule: 'Fields that identify an object, or that others depend on, cannot change while it exists.',
    ruleIds: ['WR5'],
    fix: 'Restore the old value; for another value, delete the object and create it again.',
    fixes: ['read-object', 'edit-body'],
  },
  {
    id: 'invalid',
    of: (status) => reason('Invalid')(status) && causesOf(status).length > 0,
    what: (status) => `The object was decoded, but ${faultWords(status)}.`,
    rule: 'Validation runs after decoding and defaulting, and reports all errors at once.',
    ruleIds: ['WR3', 'PA2'],
    fix: 'Correct the named fields and send it again; nothing was stored.',
  },
  {
    id: 'unprocessable',
    of: reason('Invalid'),
    what: 'The request was understood but cannot be executed.',
    rule: 'A patch must apply to the current object and result in a valid one.',
    ruleIds: ['PA2', 'PA5'],
    fix: 'Compare the patch with the object: test operations must succeed, and paths must exist.',
    fixes: ['edit-body', 'read-object'],
  },
]
