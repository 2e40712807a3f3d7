import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { hasOwnWords } from '#vocabulary/reference-text.ts'
import { speakingModules } from './speaking-modules.ts'

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

test('[VO1] only modules that have words, or import such, are built twice', () => {
  const speaks = speakingModules((_path, text) => hasOwnWords(text))

  expect(speaks(at('worker/open-cluster.ts'))).toBe(true)
  expect(speaks(at('server/start-orchard.ts'))).toBe(true)
  for (const path of ['api/api-error.ts', 'wire/served-port.ts', 'server/storage/log.ts', 'indexeddb/indexeddb-log.ts'])
    expect(speaks(at(path)), path).toBe(false)
})
