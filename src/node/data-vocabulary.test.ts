import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { claimVocabulary } from './data-vocabulary.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'orchard-vocabulary-'))
  folders.push(made)
  return made
}

test('[VO4] a folder keeps the vocabulary that it was created with', () => {
  const made = join(folder(), 'data')

  claimVocabulary(made, 'kubernetes')

  expect(() => claimVocabulary(made, 'kubernetes')).not.toThrow()
  expect(() => claimVocabulary(made, 'orch')).toThrow(
    'holds objects with the names of kubernetes: add --vocabulary kubernetes',
  )
})

test('[VO4] a folder without a vocabulary file holds our names', () => {
  const made = folder()
  writeFileSync(join(made, 'log-0000000000000001'), '')

  expect(() => claimVocabulary(made, 'kubernetes')).toThrow('holds objects with the names of orch')
  expect(() => claimVocabulary(made, 'orch')).not.toThrow()
})
