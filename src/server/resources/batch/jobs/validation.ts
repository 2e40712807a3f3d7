import { type Pieces, eachInPieces } from '#api/bodies/in-pieces.ts'
import { child, type FieldError, invalid, required } from '#api/field-error.ts'
import { cloneJson, isObject, type Json, type JsonObject, own } from '#api/json.ts'
import { isUsable, selects, validateLabelSelector } from '#api/selectors/label-selector-object.ts'
import { dns1123Label } from '#api/names.ts'
import { shownLabels, shownSelector } from '#server/resources/parts/internal-types/shown-selector.ts'
import { internalForm } from '#server/resources/parts/internal-types/internal-form.ts'
import { equalAs } from '#server/resources/parts/internal-types/semantic-equality.ts'
import type { Job, JobSpec } from '#server/kinds/types/batch-v1.ts'
import type { Affinity, PodSpec, PodTemplateSpec } from '#server/kinds/types/core-v1.ts'
import { validateLabelsMatch } from '#server/resources/parts/workloads/template-rules.ts'
import { generatedLabels, prefixedLabels } from './selector.ts'
import { validateJobSpecParts } from './spec-validation.ts'

/** Validates a job on create and update. `needsPrefix`: the template must have the prefixed labels too. [JOB1] [ER8] */
export function* validateJob(job: Job, needsPrefix = true): Pieces<readonly FieldError[]> {
  const inSpec = yield* validateJobSpec(job.spec ?? {})
  return [...validateGeneratedSelector(job, needsPrefix), ...inSpec, ...validateHostnames(job)]
}

function* validateJobSpec(spec: JobSpec): Pieces<readonly FieldError[]> {
  const errors = yield* validateJobSpecParts(spec, 'spec')
  return [
    ...errors,
    ...(spec.selector ? validateLabelSelector(spec.selector, 'spec.selector') : [required('spec.selector')]),
    ...validateLabelsMatch(spec.selector, spec.template ?? {}, 'spec.template'),
  ]
}

/** A generated selector selects by the uid of the job, and the labels of the template must match it. [JOB4] */
function validateGeneratedSelector(job: Job, needsPrefix: boolean): readonly FieldError[] {
  const { metadata, spec = {} } = job
  if (spec.manualSelector === true || !spec.selector) return []
  const labels = spec.template?.metadata?.labels
  const expected = generatedLabels(job, needsPrefix)
  const errors = metadata.uid ? [] : [required('metadata.uid')]
  for (const [name, value] of expected) {
    const path = `spec.template.metadata.labels[${name}]`
    const found = own(labels, name)
    if (found === undefined) errors.push(required(path, `must be '${value}'`))
    else if (found !== value) errors.push(invalid(path, shownLabels(labels), `must be '${value}'`))
  }
  if (isUsable(spec.selector) && !selects(spec.selector, Object.fromEntries(expected))) {
    errors.push(invalid('spec.selector', shownSelector(spec.selector), '`selector` not auto-generated'))
  }
  return errors
}

/** Pod host names of an indexed job consist of its name and the index. */
function validateHostnames({ metadata, spec = {} }: Job): readonly FieldError[] {
  const { completionMode, completions = 0 } = spec
  if (completionMode !== 'Indexed' || completions <= 0) return []
  const name = metadata.name ?? ''
  const longest = `${name}-${completions - 1}`
  if (dns1123Label(longest).length === 0) return []
  return [invalid('metadata.name', name, `will not able to create pod with invalid DNS label: ${longest}`)]
}

const sealed = 'field is immutable'
const fixedTypes = {
  selector: 'meta.v1.LabelSelector',
  podFailurePolicy: 'batch.v1.PodFailurePolicy',
  successPolicy: 'batch.v1.SuccessPolicy',
} as const

/** Selector, template and completion mode are immutable; the reference runs the other rules twice. [JOB6] */
export function* validateJobUpdate(next: Job, live: Job): Pieces<readonly FieldError[]> {
  const oldLabels = live.spec?.template?.metadata?.labels
  const needsPrefix = prefixedLabels.every((name) => Object.hasOwn(oldLabels ?? {}, name))
  const [spec, old] = [next.spec ?? {}, live.spec ?? {}]
  const inSpec = yield* validateJobSpec(spec)
  const inTemplate = yield* validateTemplateChange(next, live)
  return [
    ...validateGeneratedSelector(next, needsPrefix),
    ...inSpec,
    ...validateHostnames(next),
    ...inSpec,
    ...validateCompletions(spec, old),
    ...fixed(spec, old, 'selector'),
    ...inTemplate,
    ...fixed(spec, old, 'completionMode'),
    ...fixed(spec, old, 'podFailurePolicy'),
    ...fixed(spec, old, 'backoffLimitPerIndex'),
    ...fixed(spec, old, 'managedBy'),
    ...fixed(spec, old, 'successPolicy'),
  ]
}

type Fixed = 'selector' | 'completionMode' | 'podFailurePolicy' | 'backoffLimitPerIndex' | 'managedBy' | 'successPolicy'

function fixed(next: JobSpec, live: JobSpec, field: Fixed): readonly FieldError[] {
  const value = next[field]
  const type = own(fixedTypes, field)
  if (type === undefined ? value === live[field] : equalAs(type, asObject(value), asObject(live[field]))) return []
  const shown =
    type === undefined || value === undefined ? (value ?? null) : internalForm(type, { ...(value as object) })
  return [invalid(child('spec', field), shown, sealed)]
}

const asObject = (value: Json | undefined): JsonObject | undefined => (isObject(value) ? value : undefined)

/** Completions of an indexed job are mutable when they equal the parallelism. */
function validateCompletions(next: JobSpec, live: JobSpec): readonly FieldError[] {
  const { completions } = next
  if (completions === live.completions) return []
  const path = 'spec.completions'
  if (next.completionMode !== 'Indexed') return [invalid(path, completions ?? null, sealed)]
  if (completions === undefined || completions === (next.parallelism ?? 0)) return []
  return [invalid(path, completions, 'can only be modified in tandem with spec.parallelism')]
}

function* validateTemplateChange(next: Job, live: Job): Pieces<readonly FieldError[]> {
  const template = next.spec?.template ?? {}
  const old = withMovable(cloneJson(live.spec?.template ?? {}), template, live)
  if (equalAs('core.v1.PodTemplateSpec', template, old)) return []
  return [invalid('spec.template', yield* shownTemplate(template), sealed)]
}

/** Returns the internal form of a template, which is a long work with very many containers. [ER8] */
function* shownTemplate(template: PodTemplateSpec): Pieces<JsonObject> {
  const shown = internalForm('core.v1.PodTemplateSpec', { ...template, spec: { ...template.spec, containers: [] } })
  const containers = yield* eachInPieces(template.spec?.containers ?? [], (one) => [
    internalForm('core.v1.Container', one),
  ])
  if (isObject(shown['Spec']) && containers.length > 0) shown['Spec']['Containers'] = containers
  return shown
}

/** The scheduling directives of a suspended job are mutable until it first starts. [JOB7] */
function withMovable(old: PodTemplateSpec, next: PodTemplateSpec, live: Job): PodTemplateSpec {
  if (live.spec?.suspend !== true || live.status?.startTime) return old
  const spec = { ...old.spec }
  const wanted = next.spec ?? {}
  for (const field of ['nodeSelector', 'tolerations', 'schedulingGates'] as const) {
    delete spec[field]
    Object.assign(spec, wanted[field] === undefined ? {} : { [field]: wanted[field] })
  }
  const { labels = {}, annotations = {} } = next.metadata ?? {}
  const metadata = { ...old.metadata, labels, annotations }
  return { ...old, metadata, spec: withAffinity(spec, wanted.affinity) }
}

/** Returns the old spec with the new node affinity but the old pod affinity. */
function withAffinity({ affinity: old, ...spec }: PodSpec, wanted: Affinity | undefined): PodSpec {
  const affinity = { ...old }
  delete affinity.nodeAffinity
  if (wanted?.nodeAffinity) affinity.nodeAffinity = wanted.nodeAffinity
  const isEmpty = Object.values(affinity).every((value) => value === undefined || value === null)
  return wanted || !isEmpty ? { ...spec, affinity } : spec
}
