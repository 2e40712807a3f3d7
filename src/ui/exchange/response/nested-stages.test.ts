import { expect, test } from 'vitest'
import type { StageReport } from '#facts/fact.ts'
import { nestStages, stageShares } from './nested-stages.ts'

const stage = (
  name: StageReport['stage'],
  startMs: number,
  durationMs: number,
  outcome: StageReport['outcome'] = 'passed',
): StageReport => ({ stage: name, startMs, durationMs, outcome, note: name })

/** A write, in the order in which the server reports its stages: when they end. */
const write = [
  stage('routing', 0, 0),
  stage('authentication', 0, 0.2),
  stage('admission', 0.5, 0.3),
  stage('storage', 1, 0.1),
  stage('admission', 1.2, 0.2),
  stage('storage', 1.5, 1),
  stage('registry', 0.9, 1.8),
  stage('encode', 2.8, 0.2),
]

test('[DOC4] storage and validating admission are placed inside of the registry', () => {
  expect(nestStages(write).map(({ report, depth }) => `${report.stage} ${depth}`)).toEqual([
    'routing 0',
    'authentication 0',
    'admission 0',
    'registry 0',
    'storage 1',
    'admission 1',
    'storage 1',
    'encode 0',
  ])
  expect(nestStages(write).find(({ report }) => report.stage === 'registry')?.selfMs).toBeCloseTo(0.5)
})

test('[DOC4] the strip has each stage once, without the time of the stages inside of it', () => {
  const shares = stageShares(write)
  expect(shares.map(({ stage: name, selfMs }) => [name, Number(selfMs.toFixed(2))])).toEqual([
    ['routing', 0],
    ['authentication', 0.2],
    ['admission', 0.5],
    ['registry', 0.5],
    ['storage', 1.1],
    ['encode', 0.2],
  ])
})

test('[DOC4] of nested stages that failed, the innermost refused the request', () => {
  const refused = [
    stage('authorization', 0, 0.2),
    stage('admission', 1, 0.5, 'refused'),
    stage('registry', 0.5, 1.2, 'refused'),
  ]
  expect(nestStages(refused).map(({ report, isRefusing }) => [report.stage, isRefusing])).toEqual([
    ['authorization', false],
    ['registry', false],
    ['admission', true],
  ])
  expect(stageShares(refused).map(({ stage: name, outcome }) => [name, outcome])).toEqual([
    ['authorization', 'passed'],
    ['registry', 'passed'],
    ['admission', 'refused'],
  ])
})
