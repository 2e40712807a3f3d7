import { expect, test } from 'vitest'
import { freePart } from './free-part.ts'

test('[DOC10] the free part is to scale up to four times what is used, and broken off beyond', () => {
  expect(freePart(100, 0)).toEqual({ width: 0, isCut: false })
  expect(freePart(100, 400)).toEqual({ width: 400, isCut: false })
  expect(freePart(100, 401)).toEqual({ width: 40, isCut: true })
})
