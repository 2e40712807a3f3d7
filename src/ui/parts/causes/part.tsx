import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { RevisionRow } from '#facts/fact.ts'
import { Button, classes } from '#ui/kit/button.tsx'
import { markOf, MiniGlyph } from '#ui/kit/glyph.tsx'
import { Section } from '#ui/kit/section.tsx'
import { attempt, chooseRevision } from '#ui/lab/actions.ts'
import type { InspectorPanel } from '#ui/lab/part.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useLab, useLife } from '#ui/lab/use-lab.ts'
import { actorName } from '#ui/model/actor-name.ts'
import { isWriteOf } from '#ui/model/selection.ts'
import { actionWords, causeChain, type ChainStep } from '#ui/rail/causes/cause-chain.ts'
import { createPlayer } from './play-store.ts'
import styles from './causes.module.css'

/** The inspector section with the chain of the selected write: what led to it, and what followed from it. */
export const causesPanel: InspectorPanel = { id: 'causes', title: 'Causes', Body: Causes }

/** The write that is asked about: the selected one, or the last one of the selected object that is shown. */
function useAskedRevision(): number | null {
  const lab = useLab()
  const { ref, writes } = useLife()
  const last = useStore(
    lab.cursor,
    ({ at }) => writes.findLast(({ revision }) => at === null || revision <= at)?.revision ?? null,
  )
  const chosen = useStore(lab.selection, (state) => state.revision)
  const rows = useStore(lab.cluster, (state) => state.rows)
  if (ref === null) return null
  const row = chosen === null ? undefined : rows.find(({ revision }) => revision === chosen)
  if (row !== undefined && isWriteOf(row, ref)) return row.revision
  return last
}

function Causes() {
  const lab = useLab()
  const rows = useStore(lab.cluster, (state) => state.rows)
  const revision = useAskedRevision()
  const player = partState(lab, createPlayer)
  const playing = useStore(player, (state) => state.at !== null)
  const chain = useMemo(() => (revision === null ? [] : causeChain(rows, revision)), [rows, revision])
  if (revision === null || chain.length === 0) return null
  const before = chain.filter(({ distance }) => distance < 0).length
  const after = chain.length - before - 1
  return (
    <Section
      title="Causes"
      note={`${before} before, ${after} after`}
      tools={
        <Button
          size="small"
          look="ghost"
          aria-pressed={playing}
          onClick={() => void attempt(lab, playing ? player.stop() : player.play(revision))}
        >
          {playing ? 'Stop' : 'Play it'}
        </Button>
      }
    >
      <ol className={styles.chain} data-testid="causes">
        {chain.map((step) => (
          <Step key={step.row.revision} step={step} />
        ))}
      </ol>
    </Section>
  )
}

function Step({ step: { row, distance } }: { readonly step: ChainStep }) {
  const lab = useLab()
  const you = useStore(lab.actor, (state) => state.name)
  return (
    <li>
      <button
        type="button"
        className={classes(distance === 0 && styles.asked)}
        aria-current={distance === 0 ? 'step' : undefined}
        onClick={() => chooseRevision(lab, row)}
        onPointerEnter={() => lab.selection.hover(row.revision)}
        onPointerLeave={() => lab.selection.hover(null)}
      >
        <MiniGlyph mark={markOf(row, you)} rings box={20} />
        <span className={styles.words}>
          <b title={row.actor}>{whoOf(row, you)}</b> {actionWords(row)} {row.kind} {row.name}
        </span>
        <code>{row.revision}</code>
      </button>
    </li>
  )
}

const whoOf = ({ actor }: RevisionRow, you: string): string => (actor === you ? 'you' : actorName(actor))
