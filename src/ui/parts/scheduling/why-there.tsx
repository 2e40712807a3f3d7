import { useEffect, useState } from 'react'
import type { NodeVerdict, SchedulingDecision } from '#facts/scheduling.ts'
import { Refusal } from '#client/refusal.ts'
import { Section } from '#ui/kit/section.tsx'
import { useCursorAt, useLab, useLife } from '#ui/lab/use-lab.ts'
import { getJson } from '#ui/model/api.ts'
import { scoreWords, verdictWords } from './verdict-words.ts'
import styles from './scheduling.module.css'

/** The last run of the scheduler for the selected pod, read again after each of its writes. */
function useDecision(): SchedulingDecision | null {
  const lab = useLab()
  const { ref, writes } = useLife()
  const newest = writes.at(-1)?.revision ?? 0
  const [decision, setDecision] = useState<SchedulingDecision | null>(null)
  const isPod = ref?.resourceId === 'v1.pods'
  const { namespace = '', name = '' } = ref ?? {}
  useEffect(() => {
    let isOver = false
    const read = async (): Promise<SchedulingDecision | null> => {
      if (!isPod) return null
      try {
        const query = new URLSearchParams({ namespace, name })
        return await getJson<SchedulingDecision>(lab.read, `/debug/scheduling?${query}`)
      } catch (error) {
        // The scheduler has not looked at this pod, or the server has no such path.
        if (error instanceof Refusal) return null
        throw error
      }
    }
    void read().then((found) => {
      if (!isOver) setDecision(found)
    })
    return () => {
      isOver = true
    }
  }, [lab, isPod, namespace, name, newest])
  return decision !== null && isPod && decision.name === name && decision.namespace === namespace ? decision : null
}

/** Shows the scheduler's verdict on each node for the selected pod. [LI3] */
export function WhyThere() {
  const decision = useDecision()
  const at = useCursorAt()
  if (decision === null || at !== null) return null
  const { node, message, nodes } = decision
  const best = nodes.toSorted((a, b) => b.total - a.total)
  return (
    <Section title="Why there?" note={node === '' ? 'fits nowhere' : node}>
      {message !== '' && <p className={styles.message}>{message}</p>}
      {nodes.length > 0 && (
        <ul className={styles.verdicts} data-testid="why-there">
          {best.map((verdict) => (
            <Verdict key={verdict.name} verdict={verdict} isChosen={verdict.name === node} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Verdict({ verdict, isChosen }: { readonly verdict: NodeVerdict; readonly isChosen: boolean }) {
  const fits = verdict.refusedBy === ''
  return (
    <li data-fits={fits}>
      <b>{verdict.name}</b>
      <span>{fits ? `${verdict.total} points` : 'refused'}</span>
      {isChosen && <em>chosen</em>}
      <p>{fits ? scoreWords(verdict) : verdictWords(verdict)}</p>
    </li>
  )
}
