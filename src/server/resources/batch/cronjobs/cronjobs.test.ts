import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { brief, createErrors, templateOf } from '#testing/trial-texts.ts'
import { cronjobs } from './definition.ts'

const cronJob = (spec: JsonObject = {}, jobSpec: JsonObject = {}): JsonObject => ({
  spec: {
    schedule: '* * * * *',
    jobTemplate: { spec: { template: templateOf({ restartPolicy: 'Never' }), ...jobSpec } },
    ...spec,
  },
})
const errorsOf = (spec: JsonObject, jobSpec: JsonObject = {}): readonly string[] =>
  createErrors(cronjobs, cronJob(spec, jobSpec))
const live = (spec: JsonObject = {}) => tryCreate(cronjobs, cronJob(spec)).object

test('[CJ1] errors of a cron job come in the order of the reference', () => {
  expect(
    errorsOf({
      schedule: '',
      startingDeadlineSeconds: -1,
      timeZone: '',
      concurrencyPolicy: 'Odd',
      successfulJobsHistoryLimit: -1,
      failedJobsHistoryLimit: -1,
    }),
  ).toEqual([
    'spec.schedule: Required value',
    'spec.startingDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0',
    'spec.timeZone: Invalid value: "": timeZone must be nil or non-empty string',
    'spec.concurrencyPolicy: Unsupported value: "Odd": supported values: "Allow", "Forbid", "Replace"',
    'spec.successfulJobsHistoryLimit: Invalid value: -1: must be greater than or equal to 0',
    'spec.failedJobsHistoryLimit: Invalid value: -1: must be greater than or equal to 0',
  ])
  expect(
    errorsOf({}, { parallelism: -1, manualSelector: true, template: templateOf({ restartPolicy: 'Always' }) }),
  ).toEqual([
    'spec.jobTemplate.spec.parallelism: Invalid value: -1: must be greater than or equal to 0',
    'spec.jobTemplate.spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
    'spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "nil", "false"',
  ])
  expect(createErrors(cronjobs, { ...cronJob(), metadata: { name: 'x'.repeat(53) } })).toEqual([
    'metadata.name: Invalid value: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": must be no more than 52 characters',
  ])
})

test.each(['*/5 0-3,5 1 jan mon-fri', '@daily', '@every 1h30m', '5/15 * ? * *'])(
  '[CJ2] %s is a valid schedule',
  (schedule) => {
    expect(errorsOf({ schedule })).toEqual([])
  },
)

test("[CJ2] errors of a schedule use the reference's words", () => {
  const schedules = [
    '* * *',
    '60 * * * *',
    '5-1 * * * *',
    '*/0 * * * *',
    'x * * * *',
    '1-2-3 * * * *',
    '1/2/3 * * * *',
    '-1 * * * *',
    '@often',
    '@every x',
    '* * 0 * *',
  ]
  expect(schedules.flatMap((schedule) => errorsOf({ schedule }))).toEqual([
    'spec.schedule: Invalid value: "* * *": expected exactly 5 fields, found 3: [* * *]',
    'spec.schedule: Invalid value: "60 * * * *": end of range (60) above maximum (59): 60',
    'spec.schedule: Invalid value: "5-1 * * * *": beginning of range (5) beyond end of range (1): 5-1',
    'spec.schedule: Invalid value: "*/0 * * * *": step of range should be a positive number: */0',
    'spec.schedule: Invalid value: "x * * * *": failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax',
    'spec.schedule: Invalid value: "1-2-3 * * * *": too many hyphens: 1-2-3',
    'spec.schedule: Invalid value: "1/2/3 * * * *": too many slashes: 1/2/3',
    'spec.schedule: Invalid value: "-1 * * * *": failed to parse int from : strconv.Atoi: parsing "": invalid syntax',
    'spec.schedule: Invalid value: "@often": unrecognized descriptor: @often',
    'spec.schedule: Invalid value: "@every x": failed to parse duration @every x: time: invalid duration "x"',
    'spec.schedule: Invalid value: "* * 0 * *": beginning of range (0) below minimum (1): 0',
  ])
  expect(
    ['TZ=UTC * * * * *', 'TZ=Nowhere * * * * *', 'CRON_TZ=UTC'].flatMap((schedule) => errorsOf({ schedule })),
  ).toEqual([
    'spec.schedule: Invalid value: "TZ=UTC * * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
    'spec.schedule: Invalid value: "TZ=Nowhere * * * * *": provided bad location Nowhere: unknown time zone Nowhere',
    'spec.schedule: Invalid value: "TZ=Nowhere * * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
    'spec.schedule: Invalid value: "CRON_TZ=UTC": invalid schedule format: runtime error: slice bounds out of range [:-1]',
    'spec.schedule: Invalid value: "CRON_TZ=UTC": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
  ])
})

test('[CJ3] a time zone must be a known name', () => {
  expect(errorsOf({ timeZone: 'Europe/Berlin' })).toEqual([])
  expect(['Local', 'Nowhere', '../x', 'local'].flatMap((timeZone) => errorsOf({ timeZone }))).toEqual([
    'spec.timeZone: Invalid value: "Local": timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones',
    'spec.timeZone: Invalid value: "Nowhere": unknown time zone Nowhere',
    'spec.timeZone: Invalid value: "../x": unknown time zone ../x',
    'spec.timeZone: Invalid value: "local": timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones',
    'spec.timeZone: Invalid value: "local": unknown time zone local',
  ])
  expect(
    brief(tryUpdate(cronjobs, { ...live(), spec: { timeZone: 'Old' } } as never, cronJob({ timeZone: 'Old' })).errors),
  ).toEqual([])
})

test('[CJ4] defaults of a cron job', () => {
  expect(live()['spec']).toMatchObject({
    concurrencyPolicy: 'Allow',
    suspend: false,
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
  })
  const status = { active: [{}, {}], lastScheduleTime: '2024-01-01T23:58:20Z' }
  expect(cellsOf(cronjobs, { ...live({ timeZone: 'UTC' }), status }).slice(0, 6)).toEqual([
    'x',
    '* * * * *',
    'UTC',
    'False',
    2,
    '100s',
  ])
  const cleared = tryCreate(cronjobs, { ...cronJob(), status }).object
  expect(cleared).not.toHaveProperty('status.active')
})
