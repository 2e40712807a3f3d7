import { Suspense, useEffect, useState } from 'react'
import type { ProofExchange } from '#proof/exchange.ts'
import type { StepOfCase } from '#proof/measured.ts'
import { lazily } from '#ui/kit/later.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { asRecorded, proofOf } from './proof-data.ts'
import styles from './upstream-chip.module.css'

const CaseSheet = lazily(async () => (await import('./case-sheet.tsx')).CaseSheet)

interface Proof {
  readonly step: StepOfCase
  /** The answer as recordings have it. */
  readonly ours: ProofExchange
}

async function findProof(exchange: ProofExchange): Promise<Proof | null> {
  const ours = await asRecorded(exchange)
  const step = await proofOf(ours)
  return step === null ? null : { step, ours }
}

/** The recorded step that proves an answer; `null` while it is not known, and where no recording does. */
function useProof(exchange: ProofExchange | null): Proof | null {
  const [found, setFound] = useState<{ readonly of: ProofExchange; readonly proof: Proof | null } | null>(null)
  useEffect(() => {
    if (exchange === null) return
    let isShown = true
    void findProof(exchange).then((proof) => {
      if (isShown) setFound({ of: exchange, proof })
    })
    return () => {
      isShown = false
    }
  }, [exchange])
  return found !== null && found.of === exchange ? found.proof : null
}

/**
 * Says that the original gave the same kind of answer, and opens the recording beside it. Nothing where no recording
 * proves this kind of answer. [UPS2]
 */
export function UpstreamChip({ exchange }: { readonly exchange: ProofExchange | null }) {
  const proof = useProof(exchange)
  const [isOpen, setOpen] = useState(false)
  if (proof === null) return null
  const { step, ours } = proof
  return (
    <>
      <button
        type="button"
        className={styles.chip}
        aria-haspopup="dialog"
        title={`Kubernetes gave this kind of answer in the recording ${step.name}`}
        data-testid="upstream-chip"
        onClick={() => setOpen(true)}
      >
        <Icon name="check" size={12} />
        <span>
          same as upstream<span className={styles.case}>, case {step.name}</span>
        </span>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <CaseSheet found={step} ours={ours} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
