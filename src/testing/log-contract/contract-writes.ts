import { assert, assertEqual, at, AUTHOR, contentOf, type LogCase, put, text, tryPut } from './contract-harness.ts'

/** Compare-and-swap: the winner, the result of a loser, the content of an entry. */
export const writeCases: readonly LogCase[] = [
  {
    name: '[ST20] a creation has its own revision as created and no previous',
    async run({ log }) {
      const entry = await put(log, 'a', '1')
      assertEqual([entry.created, entry.previous, text(entry)], [entry.revision, 0, '1'])
      assertEqual(entry.author, AUTHOR)
      assert(Number.isSafeInteger(entry.timeMs), 'an entry has a time')
    },
  },
  {
    name: '[ST21] revisions strictly increase across all keys',
    async run({ log }) {
      const revisions: number[] = []
      for (const key of ['b', 'a', 'c', 'd']) revisions.push((await put(log, key, key)).revision)
      assert(
        revisions.every((revision, i) => revision > (revisions[i - 1] ?? 0)),
        `they were ${revisions.join()}`,
      )
    },
  },
  {
    name: '[ST20] an update keeps created and has the replaced revision as previous',
    async run({ log }) {
      const first = await put(log, 'a', '1')
      const second = await put(log, 'a', '2', first.revision)
      const third = await put(log, 'a', '3', second.revision)
      assertEqual([third.created, third.previous], [first.revision, second.revision])
    },
  },
  {
    name: '[ST22] creating an existing key loses, and the loser receives the newest version',
    async run({ log }) {
      const first = await put(log, 'a', '1')
      await put(log, 'a', '2', first.revision)
      const answer = await tryPut(log, 'a', 'x', 0)
      assert(answer.type === 'lost', 'it must lose')
      assertEqual(text(answer.winner), '2')
    },
  },
  {
    name: '[ST22] an update of a stale version loses and changes nothing',
    async run({ log }) {
      const first = await put(log, 'a', '1')
      await put(log, 'a', '2', first.revision)
      const answer = await tryPut(log, 'a', 'x', first.revision)
      assert(answer.type === 'lost' && text(answer.winner) === '2', 'it must lose to 2')
      assertEqual(await contentOf(log), ['a=2'])
    },
  },
  {
    name: '[ST22] updating an absent or deleted key loses without a current version',
    async run({ log }) {
      assertEqual(await tryPut(log, 'a', 'x', 7), { type: 'lost', winner: null })
      const first = await put(log, 'a', '1')
      const gone = await put(log, 'a', null, first.revision)
      assertEqual(await tryPut(log, 'a', 'x', first.revision), { type: 'lost', winner: null })
      assertEqual(await tryPut(log, 'a', 'x', gone.revision), { type: 'lost', winner: null })
    },
  },
  {
    name: '[ST23] a deletion is a separate entry with the created revision of the deleted key',
    async run({ log }) {
      const first = await put(log, 'a', '1')
      const gone = await put(log, 'a', null, first.revision)
      assertEqual([gone.value, gone.created, gone.previous], [null, first.revision, first.revision])
      assertEqual([await log.get('a'), await contentOf(log)], [null, []])
    },
  },
  {
    name: '[ST23] deleting an absent key or a stale version loses and uses no revision',
    async run({ log }) {
      assertEqual(await tryPut(log, 'a', null, 0), { type: 'lost', winner: null })
      const first = await put(log, 'a', '1')
      const second = await put(log, 'a', '2', first.revision)
      assertEqual((await tryPut(log, 'a', null, first.revision)).type, 'lost')
      assertEqual((await tryPut(log, 'a', null, 0)).type, 'lost')
      assertEqual(log.revision(), second.revision)
    },
  },
  {
    name: '[ST23] a key created again after a deletion has a new created revision',
    async run({ log }) {
      const first = await put(log, 'a', '1')
      await put(log, 'a', null, first.revision)
      const again = await put(log, 'a', '2')
      assertEqual([again.created, again.previous], [again.revision, 0])
    },
  },
  {
    name: '[ST22] of many writers of one absent key exactly one wins, and the others receive its version',
    async run({ log }) {
      const answers = await Promise.all(Array.from({ length: 32 }, (_, i) => tryPut(log, 'a', String(i), 0)))
      const winners = answers.flatMap((answer) => (answer.type === 'written' ? [text(answer.entry)] : []))
      assertEqual(winners.length, 1, 'winners')
      for (const answer of answers) if (answer.type === 'lost') assertEqual(text(answer.winner), winners[0])
    },
  },
  {
    name: '[ST22] no increment of a shared counter is lost',
    async run({ log }) {
      await put(log, 'n', '0')
      const increment = async (): Promise<void> => {
        for (;;) {
          const live = await log.get('n')
          assert(live !== null, 'the counter is there')
          const answer = await tryPut(log, 'n', String(Number(text(live)) + 1), live.revision)
          if (answer.type === 'written') return
        }
      }
      await Promise.all(
        Array.from({ length: 8 }, async () => [await increment(), await increment(), await increment()]),
      )
      assertEqual(await contentOf(log), ['n=24'])
    },
  },
  {
    name: '[ST21] a lost write uses no revision',
    async run({ log }) {
      const first = await put(log, 'a', '1')
      await tryPut(log, 'a', 'x', 0)
      assertEqual((await put(log, 'b', '1')).revision, first.revision + 1)
    },
  },
  {
    name: '[ST21] writes of one turn get their revisions in call order',
    isLocal: true,
    async run({ log }) {
      const entries = await Promise.all(Array.from({ length: 700 }, (_, i) => put(log, `k${i}`, 'v')))
      const first = entries[0]?.revision ?? 0
      assertEqual(
        entries.map((entry) => entry.revision - first),
        entries.map((_, i) => i),
      )
      assertEqual(log.revision(), first + 699)
    },
  },
  {
    name: '[ST24] values of any bytes up to 1.5 MiB are returned unchanged',
    async run({ log, reopen, isShared = false }) {
      const odd = Uint8Array.from({ length: 256 }, (_, i) => i)
      // The limit of etcd includes the request around the value.
      const large = new Uint8Array(isShared ? 1_572_000 : 1_572_864).fill(0x78)
      await log.append({ key: 'odd', expected: 0, value: odd, author: AUTHOR })
      await log.append({ key: 'large', expected: 0, value: large, author: AUTHOR })
      await log.append({ key: 'none', expected: 0, value: new Uint8Array(0), author: AUTHOR })
      const found = reopen === undefined ? log : await reopen()
      assertEqual([...((await found.get('odd'))?.value ?? [])], [...odd])
      const back = (await found.get('large'))?.value
      assert(back?.length === large.length && back.every((byte) => byte === 0x78), 'the large value came back')
      assertEqual((await found.get('none'))?.value?.length, 0)
    },
  },
  {
    name: '[ST24] keys of any characters are returned unchanged',
    async run({ log, reopen }) {
      const keys = ['a/é日𝄞', 'a/"quoted"\\', 'a/\u0000', '__proto__', 'constructor', 'a\nb']
      for (const key of keys) await put(log, key, key)
      const found = reopen === undefined ? log : await reopen()
      for (const key of keys) assertEqual(text(await found.get(key, at(found.revision()))), key)
    },
  },
]
