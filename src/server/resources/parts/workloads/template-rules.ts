import type { Pieces } from '#api/bodies/in-pieces.ts'
import { child, type FieldError, type FieldPath, forbidden, invalid, notSupported, required } from '#api/field-error.ts'
import { isEmptySelector, isUsable, selects, validateLabelSelector } from '#api/selectors/label-selector-object.ts'
import { shownLabels, shownSelector } from '#server/resources/parts/internal-types/shown-selector.ts'
import { validatePodTemplate } from '#server/resources/parts/pod-spec/pod-template.ts'
import type { PodTemplateSpec } from '#server/kinds/types/core-v1.ts'
import type { LabelSelector } from '#server/kinds/types/meta-v1.ts'

/** Requires a selector that is not empty; `kind` is how the reference's message names the object. */
export function validateOwnSelector(
  selector: LabelSelector | undefined,
  path: FieldPath,
  kind: string,
): readonly FieldError[] {
  if (!selector) return [required(path)]
  const errors = validateLabelSelector(selector, path)
  if (!isEmptySelector(selector)) return errors
  return [...errors, invalid(path, shownSelector(selector), `empty selector is invalid for ${kind}`)]
}

const mismatch = '`selector` does not match template `labels`'

/** The labels of the template must match the selector. `path` is that of the template. */
export function validateLabelsMatch(
  selector: LabelSelector | undefined,
  template: PodTemplateSpec,
  path: FieldPath,
): readonly FieldError[] {
  if (!isUsable(selector)) return []
  const labels = template.metadata?.labels
  if (selects(selector, labels)) return []
  return [invalid(child(path, 'metadata', 'labels'), shownLabels(labels), mismatch)]
}

/** Pods that a controller keeps running always restart and have no deadline. [WL12] [ER8] */
export function* validateKeptTemplate(
  template: PodTemplateSpec,
  path: FieldPath,
  kind: string,
): Pieces<readonly FieldError[]> {
  const errors = yield* validatePodTemplate(template, path)
  return [...errors, ...validateRestart(template, path), ...validateDeadline(template, path, kind)]
}

export function validateRestart(template: PodTemplateSpec, path: FieldPath): readonly FieldError[] {
  const policy = template.spec?.restartPolicy ?? ''
  return policy === 'Always' ? [] : [notSupported(child(path, 'spec', 'restartPolicy'), policy, ['Always'])]
}

export function validateDeadline(template: PodTemplateSpec, path: FieldPath, kind: string): readonly FieldError[] {
  if (template.spec?.activeDeadlineSeconds === undefined) return []
  const field = child(path, 'spec', 'activeDeadlineSeconds')
  return [forbidden(field, `activeDeadlineSeconds in ${kind} is not Supported`)]
}
