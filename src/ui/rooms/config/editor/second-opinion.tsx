import { useEffect, useState } from 'react'
import type { compareEngines, Comparison } from '#second-opinion/compare.ts'
import { Button } from '#ui/kit/button.tsx'
import styles from './microscope.module.css'

type Compare = typeof compareEngines

interface SecondOpinionProps {
  readonly source: string
  readonly scope: 'claims' | 'user' | 'request'
  readonly variable: Parameters<Compare>[2]
}

/** Shows where a plain CEL engine differs. The engine is loaded when the button is pressed. [CFG25] */
export function SecondOpinion({ source, scope, variable }: SecondOpinionProps) {
  const [isAsked, setAsked] = useState(false)
  const compare = useCompare(isAsked)
  if (!isAsked)
    return (
      <p className={styles.say}>
        <Button size="small" onClick={() => setAsked(true)}>
          Compare with another CEL engine
        </Button>
      </p>
    )
  if (compare === null) return <p className={styles.say}>Loading the other engine …</p>
  return <Differences comparison={compare(scope, source, variable)} />
}

function useCompare(isAsked: boolean): Compare | null {
  const [compare, setCompare] = useState<Compare | null>(null)
  useEffect(() => {
    if (isAsked) void import('#second-opinion/compare.ts').then((module) => setCompare(() => module.compareEngines))
  }, [isAsked])
  return compare
}

function Differences({ comparison }: { readonly comparison: Comparison }) {
  const { differences, theirs } = comparison
  return (
    <section aria-label="Second opinion">
      {differences.length === 0 && theirs.outcome !== 'not-run' && (
        <p className={styles.say}>A plain CEL engine agrees: the expression can be used elsewhere.</p>
      )}
      {theirs.outcome === 'not-run' && (
        <p className={styles.say}>A plain CEL engine reads the expression too. It was not run.</p>
      )}
      <ul className={styles.opinion}>
        {differences.map(({ part, text }, at) => (
          <li key={`${at} ${part}`}>
            <code>{part}</code> {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
