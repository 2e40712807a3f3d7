import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { packageLicences } from './licences-plugin.ts'

test('[UPS5] every package that this one depends on is listed with a licence', () => {
  const licences = packageLicences()
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object }
  expect(licences.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(dependencies)))
  expect(licences.filter(({ licence }) => licence === '').map(({ name }) => name)).toEqual([])
})
