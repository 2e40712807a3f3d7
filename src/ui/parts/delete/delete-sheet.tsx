import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { ApiObject } from '#api/object-meta.ts'
import { readRefusal } from '#client/refusal.ts'
import { Button } from '#ui/kit/button.tsx'
import { Segments } from '#ui/kit/segments.tsx'
import { Sheet, SheetHead } from '#ui/kit/sheet.tsx'
import { KindTag } from '#ui/kit/text.tsx'
import { createYamlStore } from '#ui/exchange/draft-store.ts'
import { deleteAt, deleteObject } from '#ui/exchange/write-object.ts'
import { attempt } from '#ui/lab/actions.ts'
import { writeOnBranch } from '#ui/parts/clusters/fork.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { pathOf } from '#ui/lab/object-path.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useLab, useSelectedObject } from '#ui/lab/use-lab.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { deleteWords, type Propagation } from './delete-effect.ts'
import ask from '#ui/kit/ask-sheet.module.css'
import styles from './delete-sheet.module.css'

const propagations: readonly Propagation[] = ['Background', 'Foreground', 'Orphan']

/**
 * The server's answer to a dry run: `null` while it is awaited, `''` when it would accept the request. In the past none
 * is asked: the branch that would answer is not made yet.
 */
function useRefusal(lab: Lab, ref: ObjectRef, propagation: Propagation, at: number | null): string | null {
  const [answer, setAnswer] = useState<{ readonly to: Propagation; readonly refusal: string } | null>(null)
  useEffect(() => {
    if (at !== null) return undefined
    const ending = new AbortController()
    const ask = async (): Promise<string> => {
      // Without a body: the server reads the options of a deletion from the query only if there is no body.
      const query = new URLSearchParams({ dryRun: 'All', propagationPolicy: propagation })
      // The page asks in the name of the person, who sent nothing: no lesson counts it and no recording holds it.
      const send = lab.sendAs(lab.actor.getState())
      const response = await send(`${pathOf(lab, ref)}?${query}`, { method: 'DELETE', signal: ending.signal })
      if (!response.ok) return (await readRefusal(response)).message
      await response.body?.cancel()
      return ''
    }
    ask()
      .catch((error: unknown) => {
        if (error instanceof TypeError) return error.message
        throw error
      })
      .then((refusal) => setAnswer({ to: propagation, refusal }))
      .catch((error: unknown) => {
        if (!ending.signal.aborted) throw error
      })
    return () => ending.abort()
  }, [lab, ref, propagation, at])
  return answer?.to === propagation ? answer.refusal : null
}

/** Asks before the selected object is deleted: says what will happen, and lets the server check the request. [DEL1] */
export function DeleteSheet({ onClose }: { readonly onClose: () => void }) {
  const lab = useLab()
  const [ref] = useState(() => lab.selection.getState().object)
  const object = useSelectedObject()
  const uid = object?.metadata.uid
  const [first, setFirst] = useState(uid)
  // The list that has the object may still be on its way.
  if (first === undefined && uid !== undefined) setFirst(uid)
  // The question is about one object: another one under its name is not deleted with it.
  const isSame = object !== undefined && uid === first
  return (
    <Sheet label="Delete" onClose={onClose} className={ask.sheet}>
      <SheetHead title="Delete" onClose={onClose} />
      {ref === null || !isSame ? (
        <p className={ask.body} role="status">
          The object is gone.
        </p>
      ) : (
        <Question object={object} reference={ref} onClose={onClose} />
      )}
    </Sheet>
  )
}

const dryRunWords = (refusal: string | null): string =>
  refusal === null ? 'Asking the server…' : refusal === '' ? 'Dry run: the server would accept it.' : refusal

interface QuestionProps {
  readonly object: ApiObject
  readonly reference: ObjectRef
  readonly onClose: () => void
}

function Question({ object, reference, onClose }: QuestionProps) {
  const lab = useLab()
  const [propagation, setPropagation] = useState<Propagation>('Background')
  const uid = object.metadata.uid ?? ''
  const [at] = useState(() => lab.cursor.getState().at)
  const refusal = useRefusal(lab, reference, propagation, at)
  const groups = useStore(lab.view, (state) => state.groups)
  const others = [...groups.values()].flatMap(({ items }) => [...items.values()])
  const remove = (): void => {
    onClose()
    if (at !== null)
      return void attempt(
        lab,
        writeOnBranch(lab, at, (prefix) => deleteAt(lab, prefix, reference, { uid, propagation })),
      )
    void deleteObject({ lab, store: partState(lab, createYamlStore), ref: reference }, { uid, propagation })
  }
  return (
    <>
      <div className={ask.body}>
        <p className={styles.what}>
          <KindTag kind={object.kind ?? ''} group={object.apiVersion?.split('/').at(-2) ?? ''} />{' '}
          <b>{reference.name}</b>
          {reference.namespace !== '' && ` in ${reference.namespace}`}
        </p>
        <Segments
          label="propagationPolicy"
          choices={propagations.map((value) => ({ value, label: value }))}
          value={propagation}
          onChange={(value) => setPropagation(propagations.find((known) => known === value) ?? 'Background')}
        />
        <ul className={ask.effect} data-testid="delete-effect">
          {deleteWords({ object, others, propagation }).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p role="status" className={refusal === null || refusal === '' ? undefined : ask.refused}>
          {at === null
            ? dryRunWords(refusal)
            : `A branch begins at revision ${at}, and the deletion is its first write.`}
        </p>
      </div>
      <div className={ask.foot}>
        <Button look="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button look="primary" onClick={remove} data-testid="delete-confirm">
          Delete {reference.name}
          {at !== null && ' on a branch'}
        </Button>
      </div>
    </>
  )
}
