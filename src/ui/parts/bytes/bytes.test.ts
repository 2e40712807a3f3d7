import { expect, test } from 'vitest'
import { labOnHost } from '#testing/lab-on-host.ts'
import { passTime } from '#testing/pass-time.ts'
import { choiceText, readChoice } from './choice.ts'
import { type Form, readForms, readFrame, readStored } from './read-forms.ts'
import { hexRows, isWithin, piecesOf, spanOf, wirePart } from './spans.ts'
import { readAt } from './store.ts'
import { tableCells, tableWords } from './table-cells.ts'
import { asciiOf, wireWords } from './wire-words.ts'

const collection = '/api/v1/namespaces/default/configmaps'
const labels = { app: 'web', 'example.com/tier': 'front' }
const prices = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'prices', labels }, data: { vat: '7' } }

const held = ({ text, spans }: Form, path: string): string | undefined => {
  const span = spanOf(spans, path)
  return span === undefined ? undefined : text.slice(span.start, span.end)
}

test('[BY3] [BY6] a field is found in JSON, YAML, protobuf and Table by the same path, and its bytes are decoded', async () => {
  const { read, json } = await labOnHost()
  await json('POST', collection, prices)
  const forms = await readForms(read, `${collection}/prices`)
  const [asJson, asYaml, wire, table] = forms
  if (asJson === undefined || asYaml === undefined || wire === undefined || table === undefined) throw new Error('form')
  expect(forms.map(({ refused, gzipBytes }) => refused === '' && gzipBytes > 0)).toEqual([true, true, true, true, true])
  expect(held(asJson, 'data/vat')).toBe('"vat": "7"')
  expect(held(asYaml, 'data/vat')).toBe('vat: "7"')
  expect(held(table, 'data/vat')).toBeUndefined()
  expect(held(table, 'metadata/name')).toBe('"name": "prices"')

  const bytesOf = (path: string): string => {
    const span = spanOf(wire.spans, path)
    return new TextDecoder().decode(wire.bytes.subarray(span?.start ?? 0, span?.end ?? 0))
  }
  // A tag, the length of the entry, and its key and value with a tag and a length each.
  expect(bytesOf('data/vat')).toBe('\u0012\u0008\n\u0003vat\u0012\u00017')
  expect(bytesOf('metadata/name')).toBe('\n\u0006prices')
  expect(bytesOf('metadata/labels/example.com/tier')).toContain('example.com/tier')
  expect(bytesOf('kind')).toBe('\u0012\tConfigMap')
  const span = spanOf(wire.spans, 'data/vat')
  const words = span === undefined ? [] : wireWords(wire.bytes, wire.nodes, span)
  expect(words.map(({ head, words: said, value }) => [head, said, value])).toEqual([
    ['12 08', 'field 2, data, 8 bytes', ''],
    ['0a 03', 'field 1, key, 3 bytes', 'vat'],
    ['12 01', 'field 2, value, 1 byte', '7'],
  ])
  expect(asciiOf(wire.bytes.subarray(0, 6))).toBe('k8s···')
  expect([wirePart('', 0), wirePart('', 4), wirePart('kind', 9)]).toEqual(['prefix', 'envelope', 'envelope'])
  expect([wirePart('metadata/name', 20), wirePart('data/vat', 90)]).toEqual(['metadata', 'content'])
  // Each field of the JSON is in the YAML.
  const paths = (form: Form): readonly string[] => form.spans.map(({ path }) => path).toSorted()
  expect(paths(asYaml)).toEqual(paths(asJson))
})

test('[BY5] the watch frame is the event of a watch, and holds the fields of its object', async () => {
  const { read, json, send } = await labOnHost()
  await json('POST', collection, prices)
  const framed = await readFrame(read, `${collection}/prices`)
  expect(JSON.parse(framed.text)).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'prices' } } })
  expect(new TextDecoder().decode(framed.bytes)).toBe(`${JSON.stringify(JSON.parse(framed.text))}\n`)
  expect(held(framed, 'data/vat')).toBe('"vat": "7"')
  expect(held(framed, 'type')).toBeUndefined()
  const nowhere = readFrame(read, `${collection}/nowhere`)
  const { refused } = await passTime(nowhere, (body) => send('POST', '/debug/clock', body))
  expect(refused).toContain('deleted')
})

test('[BY3] texts and bytes are cut at their fields without losing any of them', async () => {
  const { read, json } = await labOnHost()
  await json('POST', collection, prices)
  for (const form of await readForms(read, `${collection}/prices`)) {
    expect(
      piecesOf(form.text, form.spans)
        .map(({ text }) => text)
        .join(''),
    ).toBe(form.text)
    if (form.id !== 'protobuf') continue
    const hex = hexRows(form.bytes, form.spans)
      .flatMap(({ pieces }) => pieces.map((piece) => piece.hex))
      .join(' ')
    expect(hex.split(' ').map((byte) => Number.parseInt(byte, 16))).toEqual([...form.bytes])
  }
  expect(isWithin('metadata/labels/app', 'metadata/labels')).toBe(true)
  expect(isWithin('metadata/labelsets', 'metadata/labels')).toBe(false)
})

test('[BY4] the stored key shows its revisions and the transaction of its newest version', async () => {
  const { read, json, send } = await labOnHost()
  const made: { metadata: { resourceVersion: string } } = await json('POST', collection, prices)
  await send('PUT', `${collection}/prices`, { ...prices, data: { vat: '9' } })
  const created = Number(made.metadata.resourceVersion)
  const key = '/registry/configmaps/default/prices'
  const stored = await readStored(read, key)
  expect(stored?.key).toMatchObject({ key, created, versionsKept: 2, deleted: false })
  expect(stored?.row).toMatchObject({ revision: stored?.key.modified, previous: created, verb: 'update' })
  expect(await readStored(read, `${key}-not-there`)).toBeNull()
})

test('[BY7] an earlier version is read in all forms from a branch that begins at its revision', async () => {
  const { requests, json, send } = await labOnHost()
  const made: { metadata: { resourceVersion: string } } = await json('POST', collection, prices)
  await send('PUT', `${collection}/prices`, { ...prices, data: { vat: '9' } })
  const subject = { path: `${collection}/prices`, key: '/registry/configmaps/default/prices' }
  const vatIn = async (at: number | null) => {
    const { forms, stored } = await readAt(requests, subject, at)
    const texts = forms.filter(({ id }) => id === 'json' || id === 'yaml' || id === 'frame')
    return { vat: texts.map((form) => held(form, 'data/vat')), modified: stored?.key.modified }
  }
  const created = Number(made.metadata.resourceVersion)
  expect(await vatIn(created)).toEqual({ vat: ['"vat": "7"', 'vat: "7"', '"vat": "7"'], modified: created })
  expect((await vatIn(null)).vat).toEqual(['"vat": "9"', 'vat: "9"', '"vat": "9"'])
  await expect(readAt(requests, subject, 999_999)).rejects.toThrow()

  expect(readChoice('data/vat~12')).toEqual({ field: 'data/vat', at: 12 })
  expect(readChoice('data/vat')).toEqual({ field: 'data/vat', at: null })
  expect(readChoice('data/vat~x')).toEqual({ field: 'data/vat', at: null })
  for (const text of ['data/vat~12', 'data/vat', '', '~7']) expect(choiceText(readChoice(text))).toBe(text)
})

test('[BY8] the Table has the columns of kubectl, and says where the marked field is', async () => {
  const { read, json } = await labOnHost()
  await json('POST', collection, prices)
  const table = (await readForms(read, `${collection}/prices`)).find(({ id }) => id === 'table')
  const cells = (field: string) => tableCells(table?.text ?? '', field)
  expect(cells('data/vat').map(({ column, isOfField }) => [column, isOfField])).toEqual([
    ['Name', false],
    ['Data', true],
    ['Age', false],
  ])
  expect(tableWords(cells('data/vat'), 'data/vat', false)).toContain('the one that the column Data counts')
  expect(cells('metadata/name').find(({ isOfField }) => isOfField)).toMatchObject({ column: 'Name', text: 'prices' })
  expect(tableWords(cells('metadata/name'), 'metadata/name', true)).toBe('metadata.name is in the column Name.')
  expect(tableWords(cells('metadata/uid'), 'metadata/uid', true)).toContain('the row carries')
  expect(tableWords(cells('kind'), 'kind', false)).toContain('not in this view')
  expect(tableCells('', 'kind')).toEqual([])
})
