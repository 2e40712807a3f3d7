import { expect, test } from 'vitest'
import { addRecorded } from './draft.ts'
import { newDraft } from './edit-lesson.ts'
import { factsAfter } from './facts-after.ts'
import { findFacts, isPicked, toggledFact } from './find-facts.ts'
import { mistakeOf, offeredMistakes, spareRequests } from './mistakes.ts'
import type { Recorded } from './recorded.ts'

const path = '/api/v1/namespaces/shop/configmaps/pricing'

/** An update as the YAML tab sends it; `change` replaces fields. */
const update = (change: Partial<Recorded> = {}): Recorded => ({
  id: 1,
  method: 'PUT',
  target: `${path}?fieldManager=orchard-lab&fieldValidation=Strict`,
  actor: 'alice',
  groups: [],
  headers: { 'content-type': 'application/yaml' },
  body: 'kind: ConfigMap',
  verb: 'update',
  code: 200,
  reason: '',
  answered: null,
  liveVersion: '1',
  mark: 'update',
  changes: [
    {
      type: 'changed',
      kind: 'ConfigMap',
      namespace: 'shop',
      name: 'pricing',
      fields: [{ path: ['data', 'vat'], value: '9' }],
    },
  ],
  ...change,
})

const stepOf = (recorded: Recorded) => addRecorded(newDraft('draft'), recorded).steps[0]

test('[LSN20] an update of the YAML tab becomes a step of the YAML tab', () => {
  expect(stepOf(update())).toMatchObject({
    title: 'Edit pricing',
    say: `Now edit \`pricing\` in the YAML tab, so that \`data.vat\` of \`pricing\` is \`9\`. Update sends a PUT to \`${path}\`.`,
    focus: 'yaml',
    attempt: 'none',
  })
})

test('[LSN20] other requests become steps of the Request tab', () => {
  const others = [
    update({ headers: { 'content-type': 'application/json' } }),
    update({ target: path }),
    update({ method: 'PATCH', headers: { 'content-type': 'application/merge-patch+json' } }),
  ]
  for (const recorded of others) expect(stepOf(recorded)).toMatchObject({ focus: 'request', attempt: 'line' })
  expect(stepOf(update({ method: 'POST', target: '/api/v1/namespaces/shop/configmaps' }))?.attempt).toBe('whole')
  expect(stepOf(update({ target: path }))?.say).toContain(`send a PUT to \`${path}\``)
})

test('[LSN42] a request that no step uses is offered as a likely mistake, noticed by its answer', () => {
  const wrong = update({ id: 2, target: `${path}s`, code: 404, reason: 'NotFound', changes: [], headers: {} })
  const draft = { ...addRecorded(addRecorded(newDraft('draft'), update()), wrong), ticked: [1] }
  expect(spareRequests(draft)).toEqual([wrong])
  expect(mistakeOf(wrong)).toMatchObject({
    when: `last.method == 'PUT' && last.code == 404 && last.reason == 'NotFound' && last.path == '${path}s'`,
    say: 'The answer is `404 NotFound`. Read what the server says, and try again.',
    by: [{ method: 'PUT', target: `${path}s` }],
  })
  // Once chosen it is not offered again, whatever words it has by then.
  expect(offeredMistakes(draft, [])).toEqual([wrong])
  expect(offeredMistakes(draft, [{ ...mistakeOf(wrong), say: 'Look at the name.' }])).toEqual([])
})

test('[LSN38] facts of a moment are conditions: that an object is there, and the values of its fields', () => {
  const pricing = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'pricing', namespace: 'shop', uid: 'u', resourceVersion: '7', labels: { 'a.b/c': 'd' } },
    data: { vat: '9' },
  }
  const isPricing = "o.kind == 'ConfigMap' && o.metadata.name == 'pricing' && o.metadata.namespace == 'shop'"
  expect(factsAfter({ objects: [pricing] })).toEqual([
    {
      title: 'ConfigMap shop/pricing',
      facts: [
        { is: `objects.exists(o, ${isPricing})`, say: '`pricing` is there' },
        {
          is: `objects.exists(o, ${isPricing} && o.metadata.labels['a.b/c'] == 'd')`,
          say: '`metadata.labels.a.b/c` of `pricing` is `d`',
        },
        { is: `objects.exists(o, ${isPricing} && o.data.vat == '9')`, say: '`data.vat` of `pricing` is `9`' },
      ],
    },
  ])
  expect(factsAfter({})).toEqual([])
  const others = ['9', '10', '8'].map((resourceVersion) => ({
    ...pricing,
    metadata: { name: `v${resourceVersion}`, namespace: 'shop', resourceVersion },
  }))
  expect(factsAfter({ objects: [pricing, ...others] }).map(({ title }) => title.split('/')[1])).toEqual([
    'v10',
    'v9',
    'v8',
    'pricing',
  ])
})

test('[LSN38] a search finds facts by words of the object and the fact, and a fact is a condition once', () => {
  const fact = (say: string) => ({ is: `is ${say}`, say })
  const pricing = { title: 'ConfigMap shop/pricing', facts: [fact('`pricing` is there'), fact('`data.vat` is `9`')] }
  const dune = { title: 'Book shop/dune', facts: [fact('`spec.stock` is `9`')] }
  const found = (search: string) => findFacts([pricing, dune], search).map(({ facts }) => facts.map(({ say }) => say))
  expect(found(' ')).toEqual([pricing, dune].map(({ facts }) => facts.map(({ say }) => say)))
  expect(found('9')).toEqual([['`data.vat` is `9`'], ['`spec.stock` is `9`']])
  expect(found('PRICING vat')).toEqual([['`data.vat` is `9`']])
  expect(found('nothing')).toEqual([])

  const own = { is: 'last.code == 200', say: 'the answer is `200`', isOn: true }
  const vat = fact('`data.vat` is `9`')
  const picked = toggledFact([own], vat)
  expect(picked).toEqual([own, { ...vat, isOn: true }])
  expect(isPicked(picked, vat)).toBe(true)
  const worded = picked.map((check) => (check === own ? check : { ...check, say: 'the tax is 9' }))
  const unticked = toggledFact(worded, vat)
  expect(unticked).toEqual([own, { ...vat, say: 'the tax is 9', isOn: false }])
  expect(isPicked(unticked, vat)).toBe(false)
  expect(toggledFact(unticked, vat)).toEqual(worded)
})
