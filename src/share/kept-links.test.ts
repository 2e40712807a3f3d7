import { expect, test } from 'vitest'
import { keptMoment, laterMoment } from '#testing/sample-moment.ts'
import kept from './kept-links.json' with { type: 'json' }
import { readLink, readMomentFile } from './link.ts'

/*
 * Links of every version that was ever released. A new version adds its own; what is here is never changed.
 */
test.each(Object.entries(kept.links))('[SH6] a link of version %s still opens', (_version, link) => {
  expect(readLink(link)).toEqual({ shared: keptMoment(), problem: null })
})

test.each(Object.entries(kept.files))('[SH6] a file of version %s still opens', (_version, file) => {
  expect(readMomentFile(file)).toEqual({ shared: keptMoment(), problem: null })
})

test.each(kept.later)('[SH6] a link with parts that its version got later still opens', (link) => {
  expect(readLink(link)).toEqual({ shared: laterMoment(), problem: null })
})
