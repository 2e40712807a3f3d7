import { child, type FieldError, type FieldPath, invalid, required } from '#api/field-error.ts'
import { pathSegmentName } from '#api/names.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type { CrossVersionObjectReference } from '#server/kinds/types/autoscaling-v2.ts'

/** Validates a reference to the scale target or to a described object; `check` validates its apiVersion. */
export function validateReference(
  { kind = '', name = '', apiVersion = '' }: CrossVersionObjectReference,
  path: FieldPath,
  check: 'group' | 'none' | 'version',
): readonly FieldError[] {
  const problem = check === 'none' ? null : apiVersionProblem(apiVersion, check === 'group')
  return [
    ...(kind === '' ? [required(child(path, 'kind'))] : checkText(kind, child(path, 'kind'), pathSegmentName)),
    ...(name === '' ? [required(child(path, 'name'))] : checkText(name, child(path, 'name'), pathSegmentName)),
    ...(problem === null ? [] : [invalid(child(path, 'apiVersion'), apiVersion, problem)]),
  ]
}

/** Returns the error text of an apiVersion, in the reference's words. */
export function apiVersionProblem(apiVersion: string, needsGroup: boolean): string | null {
  const parts = apiVersion.split('/')
  if (parts.length > 2) return `unexpected GroupVersion string: ${apiVersion}`
  const hasGroup = parts.length === 2 && parts[0] !== ''
  return needsGroup && !hasGroup ? 'apiVersion must specify API group' : null
}
