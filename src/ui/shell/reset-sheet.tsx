import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { DebugSamples, SampleInfo } from '#facts/debug-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { Sheet, SheetHead } from '#ui/kit/sheet.tsx'
import { Refusal } from '#client/refusal.ts'
import { attempt } from '#ui/lab/actions.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { downloadSnapshot, loadSample, resetCluster } from '#ui/lab/snapshot.ts'
import { getJson } from '#ui/model/api.ts'
import { countText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { closeClients, openSampleClients } from './sample-clients.ts'
import ask from '#ui/kit/ask-sheet.module.css'
import styles from './reset-sheet.module.css'

const emptySample = {
  id: '',
  title: 'Empty',
  words: 'Only what every server creates for itself, and no history',
} as const

type Choice = Pick<SampleInfo, 'id' | 'title' | 'words'> & Partial<Pick<SampleInfo, 'first'>>

/** Reads the samples of the server. A server that has none can only be emptied. */
function useSamples(lab: Lab): readonly Choice[] | null {
  const [samples, setSamples] = useState<readonly Choice[] | null>(null)
  useEffect(() => {
    const ending = new AbortController()
    getJson<DebugSamples>(lab.read, '/debug/samples', { signal: ending.signal })
      .then(({ samples: known }) => setSamples(known.length === 0 ? [emptySample] : known))
      .catch((error: unknown) => {
        if (ending.signal.aborted) return
        if (!(error instanceof Refusal || error instanceof TypeError)) throw error
        setSamples([emptySample])
      })
    return () => ending.abort()
  }, [lab])
  return samples
}

interface SampleChoicesProps {
  readonly samples: readonly Choice[]
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

function SampleChoices({ samples, chosen, onChoose }: SampleChoicesProps) {
  return (
    <fieldset className={styles.samples}>
      <legend>Start again with</legend>
      {samples.map(({ id, title, words }) => (
        <label key={id}>
          <input type="radio" name="sample" checked={id === chosen} onChange={() => onChoose(id)} />
          <b>{title}</b>
          <small>{words}.</small>
        </label>
      ))}
    </fieldset>
  )
}

/** Replaces the cluster, and says why when the server refuses it. */
function useReset(lab: Lab, onDone: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const reset = async (sample: Choice): Promise<void> => {
    setBusy(true)
    try {
      if (sample.first === undefined) await resetCluster(lab)
      else await loadSample(lab, { id: sample.id, first: sample.first })
      closeClients(lab)
      if (sample.id === 'book-shop') openSampleClients(lab)
      onDone()
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof TypeError)) throw error
      setRefused(error.message)
      setBusy(false)
    }
  }
  return { isBusy, refused, reset }
}

/** Asks with which sample the cluster starts again, and offers to export it first. [IM9] */
export function ResetSheet({ onClose }: { readonly onClose: () => void }) {
  const lab = useLab()
  const keyCount = useStore(lab.cluster, (state) => state.storage?.keyCount ?? 0)
  const samples = useSamples(lab)
  const [wanted, setWanted] = useState<string | null>(null)
  const { isBusy, refused, reset } = useReset(lab, onClose)
  const chosen = samples?.find(({ id }) => id === wanted) ?? samples?.[0]
  return (
    <Sheet label="Reset the cluster" onClose={onClose} className={ask.sheet}>
      <SheetHead title="Reset the cluster" onClose={onClose} />
      <div className={ask.body}>
        <p>
          {countText(keyCount, 'object')} and all history are replaced, and revisions continue to increase. This cannot
          be undone; an exported snapshot brings the objects back.
        </p>
        {samples !== null && (
          <SampleChoices samples={samples} chosen={chosen?.id ?? ''} onChoose={(id) => setWanted(id)} />
        )}
        {refused !== '' && (
          <p className={ask.refused} role="alert">
            {refused}
          </p>
        )}
      </div>
      <div className={ask.foot}>
        <Button icon="drop" onClick={() => void attempt(lab, downloadSnapshot(lab))} data-testid="reset-export">
          Export first
        </Button>
        <span className={styles.fill} />
        <Button look="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          look="primary"
          disabled={chosen === undefined || isBusy}
          onClick={() => {
            if (chosen !== undefined) void reset(chosen)
          }}
          data-testid="reset-confirm"
        >
          {isBusy ? 'Loading…' : `Replace with ${chosen?.title ?? '…'}`}
        </Button>
      </div>
    </Sheet>
  )
}
