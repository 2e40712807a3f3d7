import { lazy, Suspense } from 'react'
import { attempt, openWork } from '#ui/lab/actions.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { createYamlStore, draftKey } from '#ui/exchange/draft-store.ts'
import type { WorkPanel } from '#ui/lab/part.ts'
import { YamlTools } from './yaml-tools.tsx'

/** Runs after the palette has closed, because closing it restores the previous focus. */
function focusOpenTab(lab: Lab): void {
  const { workTab } = lab.layout.getState()
  requestAnimationFrame(() => document.getElementById(`work-${workTab}-tab`)?.focus())
}

/** Returns the selected object's draft, if it has one. */
function draftText(lab: Lab): string | undefined {
  const ref = lab.selection.getState().object
  return ref === null ? undefined : partState(lab, createYamlStore).getState().drafts[draftKey(ref)]?.text
}

async function sendDraft(lab: Lab): Promise<void> {
  const ref = lab.selection.getState().object
  const text = draftText(lab)
  if (ref === null || text === undefined) return
  openWork(lab, 'yaml')
  const { updateObject } = await import('#ui/exchange/write-object.ts')
  await updateObject({ lab, store: partState(lab, createYamlStore), ref }, text)
}

const Body = lazy(() => import('./yaml-body.tsx').then(({ YamlBody }) => ({ default: YamlBody })))

/** The work tab that shows the selected object as YAML and writes it. */
export const yamlPanel: WorkPanel = {
  id: 'yaml',
  title: 'YAML',
  Tools: YamlTools,
  commands: [
    {
      id: 'update',
      section: 'Objects',
      title: 'Update with the draft',
      keys: [],
      icon: 'lift',
      note: (lab) => lab.selection.getState().object?.name ?? '',
      when: (lab) => lab.cursor.getState().at === null && draftText(lab) !== undefined,
      run: (lab) => void attempt(lab, sendDraft(lab)),
    },
    {
      id: 'delete',
      section: 'Objects',
      title: 'Delete the selected object…',
      keys: [],
      icon: 'x',
      note: (lab) => lab.selection.getState().object?.name ?? '',
      when: (lab) => lab.cursor.getState().at === null && lab.selection.getState().object !== null,
      run: (lab) => lab.overlay.open('delete'),
    },
    {
      id: 'leave-editor',
      section: 'Panels',
      title: 'Leave the editor, to its tab',
      keys: [],
      note: () => 'Esc inside it',
      run: focusOpenTab,
    },
  ],
  Body: () => (
    <Suspense fallback={null}>
      <Body />
    </Suspense>
  ),
}
