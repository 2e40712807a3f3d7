import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { createYamlStore, draftKey } from '#ui/exchange/draft-store.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useMemoryStorage } from '#testing/memory-storage.ts'
import { createFromDraft, putOnLive } from './draft-writes.ts'

useMemoryStorage()

test('[OW10] a draft that is no object is neither created nor put on the live version, and the page says why', async () => {
  const said: string[] = []
  const lab = {
    partStates: new Map(),
    overlay: { showRefusal: (words: string) => void said.push(words) },
  } as unknown as Lab
  const ref = { resourceId: 'v1.configmaps', namespace: 'shop', name: 'palette' }
  const live: ApiObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'palette', namespace: 'shop' } }
  const draft = { text: 'kind: A\nb: [\n', base: live }
  const yaml = partState(lab, createYamlStore)
  yaml.setDraft(draftKey(ref), draft)
  await createFromDraft(lab, ref, draft)
  await putOnLive(lab, ref, draft, live)
  expect(said).toHaveLength(2)
  for (const words of said) expect(words).toMatch(/^Nothing was sent: line \d of the draft cannot be read\./)
  expect(yaml.getState().drafts[draftKey(ref)]).toBe(draft)
  await putOnLive(lab, ref, { ...draft, text: 'kind: ConfigMap\n' }, live)
  expect(said).toHaveLength(2)
  expect(yaml.getState().drafts[draftKey(ref)]?.text).toContain('kind: ConfigMap')
})
