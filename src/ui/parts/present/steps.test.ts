import { expect, test } from 'vitest'
import { deploymentRow } from '#testing/revision-rows.ts'
import { leftSearch } from './present-command.ts'
import { dryTarget, sendDry } from './dry-send.ts'
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

test('[PR4] the stage leaves for what was shown before it: Live, or the revision of the past', () => {
  expect(leftSearch('?present=1&rv=7&tab=request')).toBe('?tab=request')
  expect(leftSearch('?present=from-119&rv=7')).toBe('?rv=119')
})

test('[PR6] the stage has the title of what was shared, without the revision of the copy', () => {
  const origin = { type: 'moment', at: 120, digest: '' } as const
  expect(stageTitle({ title: 'A 409 race at 120', origin })).toBe('A 409 race')
  expect(stageTitle({ title: 'A 409 race at 120 (2)', origin })).toBe('A 409 race')
  expect(stageTitle({ title: 'Talk at 9', origin: { type: 'empty' } })).toBe('Talk at 9')
})

test('[PR7] the request of a step is sent as a dry run, and a refusal is told in the words of the server', async () => {
  const request = { method: 'PUT', target: '/api/v1/namespaces/a', contentType: 'application/json', body: '{}' }
  const send = { ...request, as: 'alice', groups: [] }
  expect(dryTarget(send)).toBe('/api/v1/namespaces/a?dryRun=All')
  expect(dryTarget({ ...send, target: '/api/v1/namespaces/a?force=1' })).toBe('/api/v1/namespaces/a?force=1&dryRun=All')
  expect(dryTarget({ ...send, method: 'GET' })).toBe('/api/v1/namespaces/a')
  const asked: string[] = []
  const refuse: typeof fetch = async (input) => {
    asked.push(String(input))
    return Response.json({ kind: 'Status', reason: 'Conflict', message: 'it was changed' }, { status: 409 })
  }
  expect(await sendDry(refuse, send)).toEqual({ code: 409, words: 'Conflict: it was changed' })
  expect(asked).toEqual(['/api/v1/namespaces/a?dryRun=All'])
  expect(stageKey({ key: 'Enter', shiftKey: false, isCommand: true })).toBe('send')
  expect(stageKey({ key: ' ', shiftKey: false, isCommand: true })).toBeNull()
})
