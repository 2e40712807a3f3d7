import { expect, test, vi } from 'vitest'
import { useMemoryStorage } from '#testing/memory-storage.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { createYamlStore, type ObjectDraft } from './draft-store.ts'

useMemoryStorage()

/** The store of drafts reads nothing of the Lab. */
const lab = {} as Lab

test('[YD1] drafts are saved at once when the page is left, and read by the next one', () => {
  vi.useFakeTimers()
  const key = 'v1.configmaps shop/palette'
  const base = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'palette' } }
  const draft: ObjectDraft = { text: 'kind: ConfigMap\n', base }
  createYamlStore(lab).setDraft(key, draft)
  expect(createYamlStore(lab).getState().drafts).toEqual({})
  dispatchEvent(new Event('pagehide'))
  expect(createYamlStore(lab).getState().drafts).toEqual({ [key]: draft })
  vi.useRealTimers()
})
