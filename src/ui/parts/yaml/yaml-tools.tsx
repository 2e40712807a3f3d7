import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { chordText } from '#ui/keyboard/chord.ts'
import { attempt } from '#ui/lab/actions.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useCursorAt, useLab, useSelectedObject } from '#ui/lab/use-lab.ts'
import { useHasClusters } from '#ui/parts/clusters/part.tsx'
import { createOwnership } from '#ui/parts/managers/ownership-store.ts'
import { createYamlStore, draftKey, type ObjectDraft, type YamlStore } from '#ui/exchange/draft-store.ts'
import type { ObjectRef } from '#ui/model/selection.ts'

/** Buttons of the YAML tab: actions on the draft and the object. */
export function YamlTools() {
  const lab = useLab()
  const store = partState(lab, createYamlStore)
  const ref = useStore(lab.selection, (state) => state.object)
  const at = useCursorAt()
  const draft = useStore(store, (state) => (ref === null ? undefined : state.drafts[draftKey(ref, at)]))
  const object = useSelectedObject()
  const isReviewed = useStore(
    partState(lab, createOwnership),
    ({ review }) => review !== null && review.draft === draft,
  )
  if (ref === null) return null
  if (at !== null) return <PastTools reference={ref} draft={draft} at={at} />
  const write = () => void import('#ui/exchange/write-object.ts').catch(() => undefined)
  return (
    <>
      <OwnershipButton />
      {object !== undefined && (
        <Button size="small" look="ghost" onClick={() => lab.overlay.open('delete')} data-testid="yaml-delete">
          Delete…
        </Button>
      )}
      {draft !== undefined && <DiscardButton onDiscard={() => discard(store, ref)} />}
      <ApplyButton reference={ref} draft={draft} />
      <Button
        size="small"
        look={isReviewed ? 'plain' : 'primary'}
        disabled={draft === undefined}
        onPointerEnter={write}
        onClick={() => {
          if (draft === undefined) return
          void attempt(
            lab,
            import('#ui/exchange/write-object.ts').then(({ updateObject }) =>
              updateObject({ lab, store, ref }, draft.text),
            ),
          )
        }}
        data-testid="yaml-update"
      >
        Update <kbd>{chordText('Mod+Enter')}</kbd>
      </Button>
    </>
  )
}

const DiscardButton = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <Button size="small" onClick={onDiscard} data-testid="yaml-discard">
    Discard
  </Button>
)

interface PastToolsProps {
  readonly reference: ObjectRef
  readonly draft: ObjectDraft | undefined
  readonly at: number
}

/** Buttons while the past is shown: an edit of it goes to a new branch. [MC10] */
function PastTools({ reference, draft, at }: PastToolsProps) {
  const lab = useLab()
  const store = partState(lab, createYamlStore)
  const canBranch = useHasClusters(lab)
  const object = useSelectedObject()
  return (
    <>
      <OwnershipButton />
      {canBranch && object !== undefined && (
        <Button size="small" look="ghost" onClick={() => lab.overlay.open('delete')} data-testid="yaml-delete">
          Delete…
        </Button>
      )}
      {draft !== undefined && <DiscardButton onDiscard={() => store.setDraft(draftKey(reference, at), null)} />}
      {canBranch && (
        <Button
          size="small"
          look="primary"
          icon="branch"
          disabled={draft === undefined}
          title={`Makes a branch at revision ${at} and writes there`}
          onClick={() => {
            if (draft === undefined) return
            const edit = { lab, store, ref: reference, at }
            void attempt(
              lab,
              import('./update-on-branch.ts').then(({ updateOnBranch }) => updateOnBranch(edit, draft.text)),
            )
          }}
          data-testid="yaml-branch"
        >
          Update on a branch <kbd>{chordText('Mod+Enter')}</kbd>
        </Button>
      )}
    </>
  )
}

/** Deletes the draft, and with it the refusal of the draft. */
function discard(store: YamlStore, ref: ObjectRef): void {
  store.setDraft(draftKey(ref), null)
  const { answer } = store.getState()
  if (answer.type === 'received' && answer.status >= 400) store.dismissAnswer()
}

function OwnershipButton() {
  const store = partState(useLab(), createOwnership)
  const shown = useStore(store, (state) => state.shown)
  return (
    <Button size="small" aria-pressed={shown} onClick={() => store.toggle()} data-testid="yaml-ownership">
      Ownership <kbd>m</kbd>
    </Button>
  )
}

interface ApplyButtonProps {
  readonly reference: ObjectRef
  readonly draft: ObjectDraft | undefined
}

/** Starts a review: shows by a dry run what an apply would do, without storing anything. */
function ApplyButton({ reference, draft }: ApplyButtonProps) {
  const lab = useLab()
  return (
    <Button
      size="small"
      disabled={draft === undefined}
      title="Server-side apply: shows a preview first"
      onClick={() => {
        if (draft === undefined) return
        void attempt(
          lab,
          import('#ui/parts/managers/review.ts').then(({ reviewApply }) => reviewApply({ lab, ref: reference, draft })),
        )
      }}
      data-testid="yaml-apply"
    >
      Apply…
    </Button>
  )
}
