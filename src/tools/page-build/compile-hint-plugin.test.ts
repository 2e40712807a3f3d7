import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { markFiles } from './compile-hint-plugin.ts'

const chunk = (fileName: string, code: string): Rolldown.OutputChunk =>
  ({ type: 'chunk', fileName, code }) as Rolldown.OutputChunk

const map = (fileName: string, mappings: string): Rolldown.OutputAsset =>
  ({ type: 'asset', fileName, source: JSON.stringify({ version: 3, mappings }) }) as Rolldown.OutputAsset

test('[PF6] the scripts of the first screen ask to be compiled before they run, and their source maps know of that line', () => {
  const bundle: Rolldown.OutputBundle = {
    'assets/lab-1.js': chunk('assets/lab-1.js', 'run()'),
    'assets/lab-1.js.map': map('assets/lab-1.js.map', 'AAAA'),
    'assets/cel-1.js': chunk('assets/cel-1.js', 'later()'),
  }
  markFiles(bundle, /^assets\/lab-/)
  const read = (name: string): unknown => {
    const file = bundle[name]
    return file?.type === 'chunk' ? file.code : JSON.parse(String(file?.source))
  }
  expect(read('assets/lab-1.js')).toBe('//# allFunctionsCalledOnLoad\nrun()')
  expect(read('assets/lab-1.js.map')).toEqual({ version: 3, mappings: ';AAAA' })
  expect(read('assets/cel-1.js')).toBe('later()')
})
