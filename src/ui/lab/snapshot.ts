import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import type { DebugSnapshot, SampleInfo } from '#facts/debug-api.ts'
import type { Lab } from './lab.ts'
import { getJson, postJson } from '#ui/model/api.ts'

/** Saves the whole current state of the cluster as a file. */
export async function downloadSnapshot(lab: Lab): Promise<void> {
  const snapshot = await getJson<DebugSnapshot>(lab.read, '/debug/snapshot')
  const url = URL.createObjectURL(new Blob([printExactJson(snapshot, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `orchard-${snapshot.revision}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

const isSnapshot = (value: unknown): value is DebugSnapshot =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === 'orchard-snapshot/1'

/**
 * Replaces the cluster by the content of a snapshot file. Returns why the text is not a snapshot, or `null` on success.
 * @throws Refusal when the server refuses it.
 */
export async function importSnapshot(lab: Lab, text: string): Promise<string | null> {
  let value: unknown
  try {
    value = parseExactJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return `The file is not JSON: ${error.message}`
    throw error
  }
  if (!isSnapshot(value)) return 'The file is not a snapshot of Orchard: its format is not orchard-snapshot/1.'
  await postJson(lab.read, '/debug/snapshot', value)
  return null
}

/** Deletes all data and creates the initial namespaces again. Revisions continue to increase. */
export const resetCluster = (lab: Lab): Promise<unknown> => postJson(lab.read, '/debug/reset', {})

/** Replaces the cluster by a sample with its history, and selects the object to look at first. [IM9] @throws Refusal */
export async function loadSample(lab: Lab, { id, first }: Pick<SampleInfo, 'id' | 'first'>): Promise<void> {
  await postJson(lab.read, '/debug/samples', { id })
  lab.time.returnToLive()
  lab.selection.selectObject(first)
}
