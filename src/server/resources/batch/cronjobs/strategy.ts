import type { Pieces } from '#api/bodies/in-pieces.ts'
import { type FieldError, invalid, notSupported, required } from '#api/field-error.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { shownSelector } from '#server/resources/parts/internal-types/shown-selector.ts'
import { nonNegative } from '#server/resources/parts/validation/numbers.ts'
import { checkText, requireOneOf } from '#server/resources/parts/validation/texts.ts'
import { fillAbsent, fillEmpty } from '#server/resources/parts/pod-spec/fill-in.ts'
import { defaultFailurePolicy } from '#server/resources/batch/jobs/defaults.ts'
import { dropFromTemplate } from '#server/resources/parts/pod-spec/disabled-fields.ts'
import { defaultPodTemplate } from '#server/resources/parts/pod-spec/defaults.ts'
import { validateJobSpecParts } from '#server/resources/batch/jobs/spec-validation.ts'
import type { CronJob, JobTemplateSpec } from '#server/kinds/types/batch-v1.ts'
import { countChange, keepSpec, keepStatus } from '#server/resources/parts/workloads/generation.ts'
import { workloadWarnings } from '#server/resources/parts/workloads/warnings.ts'
import { scheduleProblem } from './schedule.ts'
import { timeZoneProblems } from './time-zone.ts'

/** Names of jobs append up to eleven characters to this one. */
const nameCharactersMax = 52

/** [CJ4] */
function defaultCronJob(next: CronJob): void {
  const spec = (next.spec ??= {})
  fillEmpty(spec, { concurrencyPolicy: 'Allow' })
  fillAbsent(spec, { suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 })
  const jobSpec = ((spec.jobTemplate ??= {}).spec ??= {})
  defaultPodTemplate((jobSpec.template ??= {}))
  defaultFailurePolicy(jobSpec)
}

/** [CJ1] [ER8] */
function* validateSpec(next: CronJob, live: CronJob | null): Pieces<readonly FieldError[]> {
  const spec = next.spec ?? {}
  const inTemplate = yield* validateJobTemplate(spec.jobTemplate ?? {})
  const sameZone = live !== null && live.spec?.timeZone === spec.timeZone
  return [
    ...validateSchedule(next, live),
    ...nonNegative(spec.startingDeadlineSeconds, 'spec.startingDeadlineSeconds'),
    ...(spec.timeZone === undefined || sameZone ? [] : checkText(spec.timeZone, 'spec.timeZone', timeZoneProblems)),
    ...requireOneOf(spec.concurrencyPolicy, 'spec.concurrencyPolicy', ['Allow', 'Forbid', 'Replace']),
    ...inTemplate,
    ...nonNegative(spec.successfulJobsHistoryLimit, 'spec.successfulJobsHistoryLimit'),
    ...nonNegative(spec.failedJobsHistoryLimit, 'spec.failedJobsHistoryLimit'),
  ]
}

function validateSchedule({ spec = {} }: CronJob, live: CronJob | null): readonly FieldError[] {
  const path = 'spec.schedule'
  const schedule = spec.schedule ?? ''
  if (schedule === '') return [required(path)]
  const problem = scheduleProblem(schedule)
  const errors = problem === null ? [] : [invalid(path, schedule, problem)]
  if (!schedule.includes('TZ')) return errors
  if (!(live?.spec?.schedule ?? '').includes('TZ')) {
    return [...errors, invalid(path, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead')]
  }
  if (spec.timeZone === undefined) return errors
  return [...errors, invalid(path, schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule')]
}

function* validateJobTemplate({ spec = {} }: JobTemplateSpec): Pieces<readonly FieldError[]> {
  const path = 'spec.jobTemplate.spec'
  const errors = [...(yield* validateJobSpecParts(spec, path))]
  if (spec.selector) {
    errors.push(invalid(`${path}.selector`, shownSelector(spec.selector), '`selector` will be auto-generated'))
  }
  if (spec.manualSelector === true) {
    errors.push({ ...notSupported(`${path}.manualSelector`, true, ['nil', 'false']) })
  }
  return errors
}

function validateName({ metadata }: CronJob): readonly FieldError[] {
  const name = metadata.name ?? ''
  if (name.length <= nameCharactersMax) return []
  return [invalid('metadata.name', name, `must be no more than ${nameCharactersMax} characters`)]
}

export const strategy: Strategy<CronJob> = {
  validateName: dns1123SubdomainName,
  default: defaultCronJob,
  prepareForCreate(next) {
    next.status = {}
    next.metadata.generation = 1
    dropFromTemplate(next.spec?.jobTemplate?.spec?.template)
  },
  *validate(next) {
    const errors = yield* validateSpec(next, null)
    return [...errors, ...validateName(next)]
  },
  prepareForUpdate(next, live) {
    keepStatus(next, live)
    dropFromTemplate(next.spec?.jobTemplate?.spec?.template)
    countChange('batch.v1.CronJobSpec', next, live)
  },
  validateUpdate: (next, live) => validateSpec(next, live),
  warnings: (next, live) => [
    ...workloadWarnings(next, live, {
      template: next.spec?.jobTemplate?.spec?.template,
      path: 'spec.jobTemplate.spec.template',
    }),
    ...((next.spec?.schedule ?? '').includes('TZ')
      ? ['spec.schedule: cannot use TZ or CRON_TZ in schedule, use timeZone field instead']
      : []),
  ],
}

export const statusStrategy: Strategy<CronJob> = {
  ...strategy,
  metadataOnUpdate: 'own',
  prepareForUpdate: keepSpec,
  validateUpdate: () => [],
  warnings: () => [],
}
