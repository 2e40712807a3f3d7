import { useState } from 'react'
import { useStore } from 'zustand'
import { errorText } from '#api/error-text.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { Button, classes } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { kindHue } from '#ui/kit/kind-hue.ts'
import { Section } from '#ui/kit/section.tsx'
import { readRefusal } from '#client/refusal.ts'
import { objectPath } from '#ui/model/discovery.ts'
import type { Holder, Life } from '#ui/model/life.ts'
import { ageText } from '#ui/model/words.ts'
import { useLab, useLife, useShownTime } from '#ui/lab/use-lab.ts'
import { letGoPatch } from './deletion.ts'
import { DeletionFigure } from './deletion-figure.tsx'
import styles from './finalizers.module.css'
import { type Machine, machineOf } from './machine.ts'

/** The kind of an object whose life is known. */
function kindOf(life: Life): { readonly kind: string; readonly group: string } {
  if (life.type === 'gone') return life.removal
  const object = life.type === 'live' || life.type === 'terminating' ? life.object : undefined
  return { kind: object?.kind ?? '', group: object?.apiVersion?.split('/').at(-2) ?? '' }
}

/** Shows the deletion of the selected object as a state machine with its finalizers. */
export function Finalizers() {
  const { life, absence } = useLife()
  const machine = machineOf(life)
  if (machine === null) return null
  const { kind, group } = kindOf(life)
  return (
    <Section title="Finalizers" {...(life.type === 'terminating' ? { note: 'deletion requested' } : {})}>
      <p className={styles.say}>
        {absence === '' ? <Sentence life={life} /> : `${absence} Its name may be used again.`}
      </p>
      <DeletionFigure machine={machine} hue={kindHue(kind, group)} />
      <Holders machine={machine} object={life.type === 'live' || life.type === 'terminating' ? life.object : null} />
    </Section>
  )
}

function Sentence({ life }: { readonly life: Life }) {
  const nowMs = useShownTime()
  if (life.type !== 'live' && life.type !== 'terminating') return null
  const { kind, metadata } = life.object
  const name = (
    <b>
      {kind} {metadata.name}
    </b>
  )
  if (life.type === 'live') {
    return (
      <>
        {name} is live.{' '}
        {life.finalizers.length === 0
          ? 'A delete would remove it at once.'
          : 'A delete would wait for every finalizer below.'}
      </>
    )
  }
  const { at, timeMs, by } = life.requested
  return (
    <>
      Deletion of {name} was requested
      {at > 0 && (
        <>
          {' '}
          at <code>{at}</code>
        </>
      )}
      , {ageText(timeMs, nowMs)} ago{by !== '' && `, by ${by}`}. It stays readable until no finalizer is left.
    </>
  )
}

interface HoldersProps {
  readonly machine: Machine
  /** The object, if it is there to be written. */
  readonly object: ApiObject | null
}

function Holders({ machine, object }: HoldersProps) {
  const [refused, setRefused] = useState<string | null>(null)
  if (machine.holders.length === 0) return null
  return (
    <>
      <ul className={styles.holders}>
        {machine.holders.map((holder) => (
          <HolderRow
            key={`${holder.name} ${holder.letGoAt}`}
            holder={holder}
            object={object}
            isPending={machine.state === 'pending'}
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
  readonly object: ApiObject | null
  readonly isPending: boolean
  readonly onRefused: (message: string | null) => void
}

function HolderRow({ holder, object, isPending, onRefused }: HolderRowProps) {
  const lab = useLab()
  const past = useStore(lab.cursor, ({ at }) => at !== null)
  const act = async (held: ApiObject): Promise<void> => {
    const ref = lab.selection.getState().object
    const resource = ref === null ? undefined : lab.objects.getState().collections.get(ref.resourceId)?.resource
    if (ref === null || resource === undefined) return
    const holderName = `${holder.name.split('/').at(-1) ?? holder.name}-controller`
    const asHolder = lab.sendAs({ name: holderName, groups: ['system:masters', 'system:authenticated'] })
    const path = `${objectPath(resource, ref.namespace, ref.name)}?fieldManager=${encodeURIComponent(holderName)}`
    const response = await asHolder(path, {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: letGoPatch(held, holder.name),
    })
    onRefused(response.ok ? null : (await readRefusal(response)).message)
  }
  const fail = (error: unknown): void => onRefused(errorText(error))
  const ofSpec = object?.metadata.finalizers?.includes(holder.name) !== true
  return (
    <li className={classes(holder.letGoAt !== null && styles.done)}>
      <span className={classes(styles.check, holder.letGoAt !== null && styles.checked)}>
        {holder.letGoAt !== null && <Icon name="check" size={11} />}
      </span>
      <code title={holder.name}>{holder.name}</code>
      {holder.letGoAt !== null ? (
        <small>removed at {holder.letGoAt}</small>
      ) : ofSpec ? (
        <small>the namespace controller</small>
      ) : (
        !past &&
        object !== null && (
          <Button size="small" onClick={() => void act(object).catch(fail)} data-testid={`act-as-${holder.name}`}>
            {isPending ? 'Act as controller' : 'Remove'}
          </Button>
        )
      )}
    </li>
  )
}
