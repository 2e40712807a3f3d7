import { expect, test } from 'vitest'
import { deploymentRow } from '#testing/revision-rows.ts'
import { stageKey, stageTitle, stepsOf } from './steps.ts'

const row = deploymentRow(7, { changes: [{ path: 'spec.replicas', before: '3', after: '5' }] })

test('[PR1] a presentation without steps of its own shows each write', () => {
  expect(stepsOf([], [row])).toEqual([
    {
      title: 'alice: patch Deployment web',
      text: 'spec.replicas: 3 → 5',
      notes: '',
      at: 7,
      object: { resourceId: 'apps.v1.deployments', namespace: 'shop', name: 'web' },
    },
  ])
  const own = { title: 'Mine', text: '', notes: '', at: null, object: null }
  expect(stepsOf([own], [row])).toEqual([own])
})

test('[PR2] Space and arrows step, N opens the notes, Esc leaves; other keys are the browser’s', () => {
  const of = (key: string, shiftKey = false) => stageKey({ key, shiftKey })
  expect([of(' '), of(' ', true), of('ArrowRight'), of('PageUp')]).toEqual(['next', 'back', 'next', 'back'])
  expect([of('n'), of('Escape'), of('Tab'), of('Enter')]).toEqual(['notes', 'leave', null, null])
})

test('[PR6] the stage has the title of what was shared, without the revision of the copy', () => {
  const origin = { type: 'moment', at: 120, digest: '' } as const
  expect(stageTitle({ title: 'A 409 race at 120', origin })).toBe('A 409 race')
  expect(stageTitle({ title: 'A 409 race at 120 (2)', origin })).toBe('A 409 race')
  expect(stageTitle({ title: 'Talk at 9', origin: { type: 'empty' } })).toBe('Talk at 9')
})
