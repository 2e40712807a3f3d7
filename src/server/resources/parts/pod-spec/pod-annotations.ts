import { child, type FieldError, type FieldPath, forbidden, invalid, key } from '#api/field-error.ts'
import { own } from '#api/json.ts'
import type { PodSpec } from '#server/kinds/types/core-v1.ts'
import { localDescendingPath } from './volumes/local-path.ts'
import { containersOf } from './pod-spec-context.ts'

type Annotations = { readonly [key: string]: string }

export const mirrorPod = 'orch.io/config.mirror'
const deletionCost = 'controller.orch.io/pod-deletion-cost'
export const seccompPod = 'seccomp.security.alpha.orch.io/pod'
export const seccompContainer = 'container.seccomp.security.alpha.orch.io/'
export const appArmorContainer = 'container.apparmor.security.beta.orch.io/'

/** Validates annotations that are defined for pods. [POD38] */
export function validatePodAnnotations(
  annotations: Annotations,
  spec: PodSpec,
  path: FieldPath,
): readonly FieldError[] {
  const errors: FieldError[] = []
  const mirror = own(annotations, mirrorPod)
  if (mirror !== undefined && !spec.nodeName) {
    errors.push(invalid(key(path, mirrorPod), mirror, 'must set spec.nodeName if mirror pod annotation is set'))
  }
  const cost = own(annotations, deletionCost)
  if (cost !== undefined && !isDeletionCost(cost)) {
    errors.push(invalid(key(path, deletionCost), cost, 'must be a 32bit integer'))
  }
  const names = Object.keys(annotations).toSorted()
  return [
    ...errors,
    ...names.flatMap((name) => validateSeccomp(name, own(annotations, name) ?? '', path)),
    ...names.flatMap((name) => validateAppArmor(name, own(annotations, name) ?? '', spec, path)),
  ]
}

/** Reports whether a text is a 32-bit integer without a plus sign or leading zeros. */
function isDeletionCost(text: string): boolean {
  if (!/^(?:0|-?[1-9][0-9]{0,9})$/.test(text)) return false
  const value = Number(text)
  return value >= -(2 ** 31) && value < 2 ** 31
}

function validateSeccomp(name: string, profile: string, path: FieldPath): readonly FieldError[] {
  if (name !== seccompPod && !name.startsWith(seccompContainer)) return []
  const here = child(path, name)
  if (profile === 'runtime/default' || profile === 'docker/default' || profile === 'unconfined') return []
  if (profile.startsWith('localhost/')) return localDescendingPath(profile.slice('localhost/'.length), here)
  return [invalid(here, profile, 'must be a valid seccomp profile')]
}

function validateAppArmor(name: string, profile: string, spec: PodSpec, path: FieldPath): readonly FieldError[] {
  if (!name.startsWith(appArmorContainer)) return []
  const container = name.slice(appArmorContainer.length)
  const errors: FieldError[] = []
  if (!containersOf(spec, '').some(([one]) => one.name === container)) {
    errors.push(invalid(key(path, name), container, 'container not found'))
  }
  const known = profile === '' || profile === 'runtime/default' || profile === 'unconfined'
  if (!known && !profile.startsWith('localhost/')) {
    errors.push(invalid(key(path, name), profile, `invalid AppArmor profile name: ${JSON.stringify(profile)}`))
  }
  return errors
}

/** Some annotations are immutable. [POD43] */
export function validateAnnotationChanges(
  next: Annotations,
  live: Annotations,
  path: FieldPath,
): readonly FieldError[] {
  const errors: FieldError[] = []
  for (const name of Object.keys(live).toSorted()) {
    if (own(next, name) === own(live, name)) continue
    errors.push(...forbidChange(name, 'may not remove or update', path))
  }
  for (const name of Object.keys(next).toSorted()) {
    if (!Object.hasOwn(live, name)) errors.push(...forbidChange(name, 'may not add', path))
  }
  return errors
}

function forbidChange(name: string, what: string, path: FieldPath): readonly FieldError[] {
  if (name.startsWith(appArmorContainer)) return [forbidden(key(path, name), `${what} AppArmor annotations`)]
  return name === mirrorPod ? [forbidden(key(path, name), `${what} mirror pod annotation`)] : []
}
