import { useMemo } from 'react'
import { UpstreamChip } from '#ui/proof/upstream-chip.tsx'
import { proofExchange } from './proof-exchange.ts'
import type { TrialExchange } from './exchanges.ts'

/** The chip "same as upstream" of an answer that a bench received. [UPS2] */
export function TrialChip({ exchange }: { readonly exchange: TrialExchange }) {
  return <UpstreamChip exchange={useMemo(() => proofExchange(exchange), [exchange])} />
}
