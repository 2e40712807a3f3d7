import { useStore } from 'zustand'
import { Button } from '../../controls/button.tsx'
import { chordText } from '../../keyboard/chord.ts'
import { partState } from '../../part-state.ts'
import { useCursorAt, useLab, useSelectedObject } from '../../use-lab.ts'
import { createYamlStore, draftKey, setDraft } from './draft-store.ts'

/** Buttons of the YAML tab: what can be done with the draft and the object. */
export function YamlTools() {
  const lab = useLab()
  const store = partState(lab, createYamlStore)
  const ref = useStore(lab.selection, (state) => state.object)
  const draft = useStore(store, (state) => (ref === null ? undefined : state.drafts[draftKey(ref)]))
  const object = useSelectedObject()
  const past = useCursorAt() !== null
  if (ref === null || past) return null
  const write = () => void import('./write-object.ts')
  return (
    <>
      {object !== undefined && (
        <Button
          size="small"
          look="ghost"
          onClick={() => void import('./write-object.ts').then(({ deleteObject }) => deleteObject({ lab, store, ref }))}
          data-testid="yaml-delete"
        >
          Delete
        </Button>
      )}
      {draft !== undefined && (
        <Button size="small" onClick={() => setDraft(store, draftKey(ref), null)} data-testid="yaml-discard">
          Discard
        </Button>
      )}
      <Button
        size="small"
        look="primary"
        disabled={draft === undefined}
        onPointerEnter={write}
        onClick={() => {
          if (draft === undefined) return
          void import('./write-object.ts').then(({ updateObject }) => updateObject({ lab, store, ref }, draft.text))
        }}
        data-testid="yaml-update"
      >
        Update <kbd>{chordText('Mod+Enter')}</kbd>
      </Button>
    </>
  )
}
