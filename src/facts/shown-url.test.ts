import { expect, test } from 'vitest'
import { shownUrl } from './shown-url.ts'

test('[DB15] values of parameters that may be credentials are removed, others are shown as they were sent', () => {
  expect(shownUrl('/api/v1/pods?limit=5&continue=eyJ2IjoibWV0YSJ9')).toBe(
    '/api/v1/pods?limit=5&continue=eyJ2IjoibWV0YSJ9',
  )
  expect(shownUrl('/x?access_token=abc&watch=1&%74oken=d')).toBe('/x?access_token=REMOVED&watch=1&%74oken=REMOVED')
  expect(shownUrl('/x?q=eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.&b=%zz&c')).toBe('/x?q=REMOVED&b=%zz&c')
  expect(shownUrl('/x')).toBe('/x')
})
