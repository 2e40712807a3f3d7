import { duplicate, type FieldError, fieldErrorText, invalid } from '#api/field-error.ts'
import type { Json, JsonObject } from '#api/json.ts'
import { dns1123Label, dns1123Subdomain } from '#api/names.ts'
import { type LevelVersion, parseLevel, parseVersion } from '#server/admission/pod-security/levels.ts'
import type { PodSecurityConfiguration } from '#server/admission/plugins/pod-security.ts'
import { AdmissionConfigError } from '#server/admission/chain/admission-config-error.ts'
import { requireKind, strictObject, textAt, textsAt } from './strict-object.ts'

const modes = ['enforce', 'audit', 'warn'] as const
const fields = modes.flatMap((mode) => [mode, `${mode}-version`])

/** Reads a PodSecurityConfiguration. @throws AdmissionConfigError [PSA5] */
export function readPodSecurity(value: Json): PodSecurityConfiguration {
  requireKind(value, {
    group: 'pod-security.admission.config',
    versions: ['v1', 'v1beta1', 'v1alpha1'],
    kind: 'PodSecurityConfiguration',
  })
  const root = strictObject(value, '', ['apiVersion', 'kind', 'defaults', 'exemptions'])
  const defaults = strictObject(root['defaults'], 'defaults', fields)
  const exempt = strictObject(root['exemptions'], 'exemptions', ['usernames', 'namespaces', 'runtimeClasses'])
  const errors: FieldError[] = []
  const [enforce, , warn] = modes.map((mode) => readLevel(defaults, mode, errors)) as [
    LevelVersion,
    LevelVersion,
    LevelVersion,
  ]
  const list = (field: string, check: (text: string) => readonly string[]): readonly string[] =>
    readExemptions(textsAt(exempt, field, `exemptions.${field}`), `exemptions.${field}`, check, errors)
  const exemptions = {
    namespaces: list('namespaces', dns1123Label),
    runtimeClasses: list('runtimeClasses', dns1123Subdomain),
    usernames: list('usernames', (name) => (name === '' ? ['username must not be empty'] : [])),
  }
  if (errors.length > 0) {
    const texts = errors.map(fieldErrorText)
    throw new AdmissionConfigError(texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`)
  }
  return { defaults: { enforce, warn }, exemptions }
}

function readLevel(defaults: JsonObject, mode: string, errors: FieldError[]): LevelVersion {
  const [levelPath, versionPath] = [`defaults.${mode}`, `defaults.${mode}-version`]
  const text = textAt(defaults, mode, levelPath) || 'privileged'
  const versionText = textAt(defaults, `${mode}-version`, versionPath) || 'latest'
  const [level, minor] = [parseLevel(text), parseVersion(versionText)]
  if (level === undefined) errors.push(invalid(levelPath, text, 'must be one of privileged, baseline, restricted'))
  if (minor === undefined) errors.push(invalid(versionPath, versionText, 'must be "latest" or "v1.x"'))
  return { level: level ?? 'restricted', minor: minor ?? null }
}

function readExemptions(
  texts: readonly string[],
  path: string,
  check: (text: string) => readonly string[],
  errors: FieldError[],
): readonly string[] {
  for (const [at, text] of texts.entries()) {
    const problems = check(text)
    if (problems.length > 0) errors.push(invalid(`${path}[${at}]`, text, problems.join(', ')))
    else if (texts.indexOf(text) < at) errors.push(duplicate(`${path}[${at}]`, text))
  }
  return texts
}
