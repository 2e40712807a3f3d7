import { assert, assertEqual, assertFails, at, type LogCase, put, see, settle, tryPut } from './contract-harness.ts'

/** Watches: ordered, without duplicates or gaps, resumable. */
export const watchCases: readonly LogCase[] = [
  {
    name: '[ST40] a watcher receives each later entry of its prefix once, in order, with the replaced version',
    async run({ log }) {
      const seen = see(log, 'p/', log.revision())
      const first = await put(log, 'p/a', '1')
      await put(log, 'q/a', '1')
      const second = await put(log, 'p/a', '2', first.revision)
      await put(log, 'p/a', null, second.revision)
      await put(log, 'p/a', '3')
      await settle()
      assertEqual(seen.events, ['p/a=1<null', 'p/a=2<1', 'p/a=null<2', 'p/a=3<null'])
    },
  },
  {
    name: '[ST41] a watch from the past receives the retained entries first, then new ones',
    async run({ log }) {
      const first = await put(log, 'a', '1')
      const second = await put(log, 'a', '2', first.revision)
      const seen = see(log, '', first.revision)
      await put(log, 'a', '3', second.revision)
      await settle()
      assertEqual(seen.events, ['a=2<1', 'a=3<2'])
    },
  },
  {
    name: '[ST41] a watch from the newest revision receives only later entries',
    async run({ log }) {
      const { revision } = await put(log, 'a', '1')
      const seen = see(log, '', revision)
      await settle()
      assertEqual(seen.events, [])
      await put(log, 'b', '1')
      await settle()
      assertEqual(seen.events, ['b=1<null'])
    },
  },
  {
    name: '[ST42] a watch from a future revision skips entries up to it',
    async run({ log }) {
      const { revision } = await put(log, 'a', '1')
      const seen = see(log, '', revision + 2)
      for (const key of ['b', 'c', 'd']) await put(log, key, '1')
      await settle()
      assertEqual([seen.events, seen.ended], [['d=1<null'], 'no'])
    },
  },
  {
    name: '[ST43] a watcher is never called before watch has returned',
    async run({ log }) {
      const start = log.revision()
      await put(log, 'a', '1')
      let returned = false
      let calledEarly = false
      log.watch('', start, { onEntries: () => void (calledEarly ||= !returned), onEnd: () => undefined })
      returned = true
      await settle()
      assert(!calledEarly, 'it was called before')
    },
  },
  {
    name: '[ST44] a stopped watcher receives nothing more, not even an end',
    async run({ log }) {
      const start = log.revision()
      await put(log, 'a', '1')
      const stopped = see(log, '', start)
      stopped.stop()
      const seen = see(log, '', start)
      await settle()
      seen.stop()
      await put(log, 'b', '1')
      await log.close()
      assertEqual([stopped.events, seen.events, seen.ended], [[], ['a=1<null'], 'no'])
    },
  },
  {
    name: '[ST40] watchers opened during concurrent writes miss nothing and receive nothing twice',
    async run({ log }) {
      const start = log.revision()
      const watchers = [see(log, '', start)]
      const writes: Promise<unknown>[] = []
      for (let round = 0; round < 10; round += 1) {
        for (let i = 0; i < 20; i += 1) writes.push(put(log, `k${round}-${i}`, 'v'))
        watchers.push(see(log, '', log.revision()))
        await settle()
        watchers.push(see(log, '', start))
      }
      await Promise.all(writes)
      await settle()
      const all = watchers[0]?.revisions ?? []
      assertEqual(all.length, 200)
      assert(
        all.every((revision, i) => revision > (all[i - 1] ?? 0)),
        'the first watcher sees them in order',
      )
      for (const { revisions } of watchers) assertEqual(revisions, all.slice(all.length - revisions.length))
    },
  },
  {
    name: '[ST40] a watch resumed after each received event continues without a gap',
    async run({ log }) {
      const start = log.revision()
      for (let i = 0; i < 12; i += 1) await put(log, `k${i}`, 'v')
      const whole = see(log, '', start)
      await settle()
      for (const [place, revision] of whole.revisions.entries()) {
        const resumed = see(log, '', revision)
        await settle()
        resumed.stop()
        assertEqual([...whole.revisions.slice(0, place + 1), ...resumed.revisions], whole.revisions)
      }
    },
  },
  {
    name: '[ST45] an entry is readable when its watcher is notified, and the watcher is notified before the write resolves',
    async run({ log }) {
      const order: string[] = []
      log.watch('', log.revision(), {
        onEntries: (entries) => void order.push(`watch ${log.revision() >= (entries[0]?.revision ?? Infinity)}`),
        onEnd: () => undefined,
      })
      await put(log, 'a', '1')
      order.push('answer')
      assertEqual(order, ['watch true', 'answer'])
    },
  },
  {
    name: '[ST46] only the watcher that throws is ended; writers and other watchers continue',
    async run({ log }) {
      let ended = ''
      log.watch('', log.revision(), {
        onEntries: () => {
          throw new Error('broken')
        },
        onEnd: (error) => void (ended = error?.code ?? 'closed'),
      })
      const seen = see(log, '', log.revision())
      await put(log, 'a', '1')
      await put(log, 'b', '1')
      assertEqual([ended, seen.events], ['unavailable', ['a=1<null', 'b=1<null']])
    },
  },
  {
    name: '[ST47] a closing log completes pending writes, ends its watchers and refuses later calls',
    async run({ log }) {
      const seen = see(log, '', log.revision())
      const writing = Promise.all([put(log, 'a', '1'), put(log, 'b', '1')])
      await log.close()
      await writing
      // A shared store may take writes of one turn in another order; [ST21] checks it for the others.
      assertEqual(
        [seen.events.toSorted(), seen.ended, log.status().state],
        [['a=1<null', 'b=1<null'], 'closed', 'closed'],
      )
      await assertFails(() => tryPut(log, 'c', '1', 0), 'fenced')
      await assertFails(() => log.get('a'), 'fenced')
      await assertFails(() => log.watch('', at(1), { onEntries: () => undefined, onEnd: () => undefined }), 'fenced')
      await log.close()
    },
  },
]
