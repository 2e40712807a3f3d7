import { Suspense } from 'react'
import { attempt, openWork } from '#ui/lab/actions.ts'
import type { Command } from '#ui/lab/command.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { createYamlStore, draftKey } from '#ui/exchange/draft-store.ts'
import type { WorkPanel } from '#ui/lab/part.ts'
import { createCheckedStore } from '#ui/language/checked-store.ts'
import type { ManifestFix, ManifestProblem } from '#manifest/problem.ts'
import { findObject } from '#ui/model/object-view.ts'
import { countText } from '#ui/model/words.ts'
import { YamlTools } from './yaml-tools.tsx'
import { lazily } from '#ui/kit/later.tsx'

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

/** Returns the problems of the selected object's draft, as far as they are known for this text. */
function knownProblems(lab: Lab): readonly ManifestProblem[] {
  const { checked } = partState(lab, createCheckedStore).getState()
  const ref = lab.selection.getState().object
  const isOfDraft = ref !== null && checked?.key === draftKey(ref) && checked.text === draftText(lab)
  return isOfDraft ? checked.problems : []
}

/** Returns the fixes of the draft's problems as commands. */
const fixes = (lab: Lab): readonly Command[] =>
  knownProblems(lab).flatMap((problem) =>
    problem.fixes.map((fix): Command => ({
      id: `fix ${problem.path} ${fix.title}`,
      section: 'Work',
      title: fix.title,
      keys: [],
      icon: 'bolt',
      note: () => `${problem.path}, line ${problem.start.line}`,
      run: () => void attempt(lab, applyFix(lab, fix)),
    })),
  )

/** Changes the draft; the editor takes the change as an edit that can be undone. */
async function applyFix(lab: Lab, fix: ManifestFix): Promise<void> {
  const ref = lab.selection.getState().object
  const store = partState(lab, createYamlStore)
  const draft = ref === null ? undefined : store.getState().drafts[draftKey(ref)]
  if (ref === null || draft === undefined) return
  openWork(lab, 'yaml')
  const { fixedText } = await import('#ui/language/fixed-text.ts')
  store.setDraft(draftKey(ref), { ...draft, text: fixedText(draft.text, fix) })
}

const Body = lazily(async () => (await import('./yaml-body.tsx')).YamlBody)

/** The work tab that shows the selected object as YAML and writes it. */
export const yamlPanel: WorkPanel = {
  id: 'yaml',
  title: 'YAML',
  Tools: YamlTools,
  fixes,
  objectActions: (lab, ref) => {
    const object = findObject(lab.view.getState(), ref)
    if (object === undefined || lab.cursor.getState().at !== null) return []
    const { finalizers = [] } = object.metadata
    const run = () => {
      lab.selection.selectObject(ref)
      lab.overlay.open('delete')
    }
    const note = () => (finalizers.length === 0 ? 'no finalizers' : countText(finalizers.length, 'finalizer'))
    return [{ id: 'do-delete', section: 'Objects', title: 'Delete…', keys: [], icon: 'x', note, run }]
  },
  commands: [
    // The editor handles these keys.
    { id: 'send-text', section: 'Work', title: 'Send or update', keys: ['Mod+Enter'], isOfLab: true },
    { id: 'yaml-fix', section: 'Work', title: 'Quick fix', keys: ['Mod+.'], isOfLab: true },
    {
      id: 'yaml-problems',
      section: 'Work',
      row: 'Next, previous problem',
      title: 'Next problem',
      keys: ['F8', 'Shift+F8'],
      isOfLab: true,
    },
    { id: 'leave-text', section: 'Work', title: 'Leave the editor', keys: ['Escape', 'Tab'] },
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
