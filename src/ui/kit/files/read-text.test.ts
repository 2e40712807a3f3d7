import { expect, test } from 'vitest'
import { readText, textOfBytes } from './read-text.ts'

const le = (text: string): number[] => Array.from(text, (sign) => [sign.charCodeAt(0), 0]).flat()

test('[IM12] a file is read as UTF-8, or as UTF-16 with a byte order mark, which is no part of the text', async () => {
  const read = (...bytes: readonly number[]) => textOfBytes('a.yaml', Uint8Array.from(bytes))
  expect(read(0x61, 0xc3, 0xa9)).toEqual({ text: 'aé' })
  expect(read(0xef, 0xbb, 0xbf, 0x61)).toEqual({ text: 'a' })
  expect(read(0xff, 0xfe, ...le('a: 1'))).toEqual({ text: 'a: 1' })
  expect(read(0xfe, 0xff, 0, 0x61)).toEqual({ text: 'a' })
  expect(read()).toEqual({ text: '' })
  expect(await readText(new File(['kind: A\n'], 'a.yaml'))).toEqual({ text: 'kind: A\n' })
})

test('[IM12] a file that is no text is refused by its name, and nothing of it is replaced', () => {
  const problem = 'a.png was not read: it is not a text in UTF-8 or UTF-16.'
  const read = (...bytes: readonly number[]) => textOfBytes('a.png', Uint8Array.from(bytes))
  expect(read(0x89, 0x50, 0x4e, 0x47)).toEqual({ problem })
  expect(read(0x50, 0x4b, 3, 4)).toEqual({ problem })
  expect(read(...le('kind'))).toEqual({ problem })
  expect(read(0xff, 0xfe, 0)).toEqual({ problem })
})
