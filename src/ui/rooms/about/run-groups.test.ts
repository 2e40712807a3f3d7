import { expect, test } from 'vitest'
import type { RecordedCase } from '#proof/recorded-case.ts'
import { sameKinds } from './run-groups.ts'

const answer = (status: number) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: { kind: 'Status' },
})

test('[UPS4] answers of a case are counted by their kind; steps that may differ and those without an answer are not', () => {
  const recorded: RecordedCase = {
    name: 'some-case',
    family: 'crud',
    steps: [{ path: '/a' }, { path: '/b' }, { path: '/c', mayDiffer: 'a time' }, { sleep: 1 }],
    results: [answer(200), answer(404), answer(200), {}],
  }
  const ours = (target: string, status: number) => ({
    method: 'GET',
    target,
    sentType: '',
    status,
    answeredType: 'application/json',
    warning: '',
    body: { kind: 'Status' },
    text: '',
  })
  expect(sameKinds(recorded, [ours('/a', 200), ours('/b', 200), ours('/c', 500), null], 's-1')).toEqual({
    compared: 2,
    same: 1,
    others: [{ name: 'some-case', step: 1 }],
  })
})
