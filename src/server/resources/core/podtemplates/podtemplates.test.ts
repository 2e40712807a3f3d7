import { expect, test } from 'vitest'
import { tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { createErrors, templateOf } from '#testing/trial-texts.ts'
import { podtemplates } from './definition.ts'

test('[PT1] a pod template is validated and has a generation', () => {
  expect(createErrors(podtemplates, { template: {} })).toEqual(['template.spec.containers: Required value'])
  const { object, errors } = tryCreate(podtemplates, { template: templateOf() })
  expect(errors).toEqual([])
  expect(object).toMatchObject({ metadata: { generation: 1 }, template: { spec: { restartPolicy: 'Always' } } })
  const next = tryUpdate(podtemplates, object, { template: templateOf({ hostname: 'a' }) }).object
  expect(next.metadata.generation).toBe(2)
  expect(podtemplates.returnsDeletedObject).toBe(true)
})
