import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { ApiObject } from '#api/object-meta.ts'
import { Button, classes } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import type { InspectorPanel } from '#ui/lab/part.ts'
import { readRefusal } from '#client/refusal.ts'
import { objectPath } from '#ui/model/discovery.ts'
import { ageText } from '#ui/model/words.ts'
import { useCursorAt, useLab, useSelectedObject } from '#ui/lab/use-lab.ts'
import { type Deletion, deletionOf, type Holder, letGoPatch } from './deletion.ts'
import { DeletionFigure } from './deletion-figure.tsx'
import styles from './finalizers.module.css'
import { Section } from '#ui/kit/section.tsx'
import { useLastState } from '#ui/lab/use-last-state.ts'

/** The inspector section that shows the deletion of the selected object as a state machine with its finalizers. */
export const finalizersPanel: InspectorPanel = { id: 'finalizers', title: 'Finalizers', Body: Finalizers }

function Finalizers() {
  const { cluster } = useLab()
  const rows = useStore(cluster, (state) => state.rows)
  const at = useCursorAt()
  const last = useLastState()
  const present = useSelectedObject()
  const object = present ?? last
  const kept = useMemo(() => (at === null ? rows : rows.filter(({ revision }) => revision <= at)), [rows, at])
  const deletion = useMemo(() => (object === undefined ? null : deletionOf(object, kept)), [object, kept])
  if (object === undefined || deletion === null) return null
  const group = object.apiVersion?.split('/').at(-2) ?? ''
  return (
    <Section title="Finalizers" {...(deletion.type === 'pending' ? { note: 'deletion requested' } : {})}>
      <Sentence object={object} deletion={deletion} />
      <DeletionFigure deletion={deletion} kind={object.kind ?? ''} group={group} />
      <Holders object={object} deletion={deletion} />
    </Section>
  )
}

function Sentence({ object, deletion }: { readonly object: ApiObject; readonly deletion: Deletion }) {
  const nowMs = useStore(useLab().clock.store, (state) => state.nowMs)
  const name = (
    <b>
      {object.kind} {object.metadata.name}
    </b>
  )
  if (deletion.type === 'gone') {
    return (
      <p className={styles.say}>
        {name} was removed at <code>{deletion.at}</code>. Its name may be used again by a new object.
      </p>
    )
  }
  if (deletion.type === 'live') {
    return (
      <p className={styles.say}>
        {name} is live.{' '}
        {deletion.finalizers.length === 0
          ? 'A delete would remove it at once.'
          : 'A delete would wait for every finalizer below.'}
      </p>
    )
  }
  return (
    <p className={styles.say}>
      Deletion of {name} was requested
      {deletion.requestedAt > 0 && (
        <>
          {' '}
          at <code>{deletion.requestedAt}</code>
        </>
      )}
      , {ageText(deletion.requestedMs, nowMs)} ago{deletion.requestedBy !== '' && `, by ${deletion.requestedBy}`}. It
      stays readable until no finalizer is left.
    </p>
  )
}

function Holders({ object, deletion }: { readonly object: ApiObject; readonly deletion: Deletion }) {
  const holders: readonly Holder[] =
    deletion.type === 'live' ? deletion.finalizers.map((name) => ({ name, letGoAt: null })) : deletion.holders
  const [refused, setRefused] = useState<string | null>(null)
  if (holders.length === 0) return null
  return (
    <>
      <ul className={styles.holders}>
        {holders.map((holder) => (
          <HolderRow
            key={`${holder.name} ${holder.letGoAt}`}
            holder={holder}
            object={object}
            pending={deletion.type === 'pending'}
            onRefused={setRefused}
          />
        ))}
      </ul>
      {refused !== null && (
        <p className={styles.refused} role="alert">
          {refused}
        </p>
      )}
    </>
  )
}

interface HolderRowProps {
  readonly holder: Holder
  readonly object: ApiObject
  readonly pending: boolean
  readonly onRefused: (message: string | null) => void
}

function HolderRow({ holder, object, pending, onRefused }: HolderRowProps) {
  const lab = useLab()
  const past = useCursorAt() !== null
  const ownSpec = object.metadata.finalizers?.includes(holder.name) !== true
  const act = async (): Promise<void> => {
    const ref = lab.selection.getState().object
    const resource = ref === null ? undefined : lab.objects.getState().collections.get(ref.resourceId)?.resource
    if (ref === null || resource === undefined) return
    const holderName = `${holder.name.split('/').at(-1) ?? holder.name}-controller`
    const asHolder = lab.sendAs({ name: holderName, groups: ['system:masters', 'system:authenticated'] })
    const response = await asHolder(objectPath(resource, ref.namespace, ref.name), {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: letGoPatch(object, holder.name),
    })
    onRefused(response.ok ? null : (await readRefusal(response)).message)
  }
  const fail = (error: unknown): void => onRefused(error instanceof Error ? error.message : String(error))
  return (
    <li className={classes(holder.letGoAt !== null && styles.done)}>
      <span className={classes(styles.check, holder.letGoAt !== null && styles.checked)}>
        {holder.letGoAt !== null && <Icon name="check" size={11} />}
      </span>
      <code title={holder.name}>{holder.name}</code>
      {holder.letGoAt !== null ? (
        <small>removed at {holder.letGoAt}</small>
      ) : ownSpec ? (
        <small>the namespace controller</small>
      ) : (
        !past && (
          <Button size="small" onClick={() => void act().catch(fail)} data-testid={`act-as-${holder.name}`}>
            {pending ? 'Act as controller' : 'Remove'}
          </Button>
        )
      )}
    </li>
  )
}
