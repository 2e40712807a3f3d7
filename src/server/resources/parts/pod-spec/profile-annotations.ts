import { child, type FieldError, type FieldPath, forbidden } from '#api/field-error.ts'
import { own } from '#api/json.ts'
import type { PodSpec } from '#server/kinds/types/core-v1.ts'
import { appArmorContainer, seccompContainer, seccompPod } from './pod-annotations.ts'
import { containersOf } from './pod-spec-context.ts'

type Annotations = { readonly [key: string]: string }

interface Profile {
  readonly type?: string | undefined
  readonly localhostProfile?: string | undefined
}

/** Profiles of fields must agree with the deprecated annotations if both are set. [POD39] */
export const validateProfileAnnotations = (
  annotations: Annotations,
  spec: PodSpec,
  path: FieldPath,
): readonly FieldError[] => (isEmpty(annotations) ? [] : compareProfiles(annotations, spec, path))

function compareProfiles(annotations: Annotations, spec: PodSpec, path: FieldPath): readonly FieldError[] {
  const podPath = child(path, 'securityContext', 'seccompProfile')
  const errors: FieldError[] = [
    ...compare(own(annotations, seccompPod), spec.securityContext?.seccompProfile, 'seccomp', podPath),
  ]
  for (const [container, here] of containersOf(spec, path)) {
    const annotation = own(annotations, `${seccompContainer}${container.name ?? ''}`)
    const field = child(here, 'securityContext', 'seccompProfile')
    errors.push(...compare(annotation, container.securityContext?.seccompProfile, 'seccomp', field))
  }
  if (spec.os?.name === 'windows') return errors
  for (const [container, here] of containersOf(spec, path)) {
    const annotation = own(annotations, `${appArmorContainer}${container.name ?? ''}`)
    const profile = container.securityContext?.appArmorProfile ?? spec.securityContext?.appArmorProfile
    errors.push(...compare(annotation, profile, 'apparmor', child(here, 'securityContext', 'appArmorProfile')))
  }
  return errors
}

function isEmpty(annotations: Annotations): boolean {
  for (const _name in annotations) return false
  return true
}

const localPrefix = 'localhost/'
const sameAs: Readonly<Record<string, readonly string[]>> = {
  Unconfined: ['unconfined'],
  RuntimeDefault: ['runtime/default', 'docker/default'],
}

function compare(
  annotation: string | undefined,
  profile: Profile | undefined,
  word: string,
  path: FieldPath,
): readonly FieldError[] {
  if (annotation === undefined || !profile) return []
  const { type = '', localhostProfile } = profile
  const otherType = forbidden(child(path, 'type'), `${word} type in annotation and field must match`)
  if (type === 'Localhost') {
    if (!annotation.startsWith(localPrefix)) return [otherType]
    if (annotation.slice(localPrefix.length) === localhostProfile) return []
    return [forbidden(child(path, 'localhostProfile'), `${word} profile in annotation and field must match`)]
  }
  const accepted = own(sameAs, type)
  const known = word === 'apparmor' ? accepted?.slice(0, 1) : accepted
  return known === undefined || known.includes(annotation) ? [] : [otherType]
}
