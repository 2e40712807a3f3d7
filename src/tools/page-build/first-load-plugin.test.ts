import { expect, test } from 'vitest'
import { withFirstLoad } from './first-load-plugin.ts'

const html = '<head><script src="./theme.js"></script></head>'
const built = [
  'assets/lab-B.css',
  'assets/cell-common-A.css',
  'assets/index-C.js',
  'assets/lab-D.js',
  'assets/room-E.js',
  'assets/shared-F.js',
]

test('[PF6] the files of the first screen are asked for before the first script, which names the worker', () => {
  const page = withFirstLoad(html, built)
  const [before = '', after = ''] = page.split('<script src="./theme.js" data-worker="./assets/shared-F.js"></script>')

  expect(before).toContain('rel="modulepreload" crossorigin href="./assets/index-C.js"')
  expect(before).toContain('rel="modulepreload" crossorigin href="./assets/lab-D.js"')
  expect(before).toContain('rel="preload" as="style" crossorigin href="./assets/lab-B.css"')
  expect(page).not.toContain('room-E')
  // Styles of places come after those of the controls that all share.
  expect(after).toMatch(/stylesheet.*cell-common-A\.css[^]*stylesheet.*lab-B\.css/)
})

test('[PF6] a page without its worker is not built', () => {
  expect(() => withFirstLoad(html, ['assets/index-C.js'])).toThrow('cannot start the worker early')
})
