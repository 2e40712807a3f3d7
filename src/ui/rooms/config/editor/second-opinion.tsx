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
  const { compare, hasFailed } = useCompare(isAsked)
  if (!isAsked)
    return (
      <p className={styles.say}>
        <Button size="small" onClick={() => setAsked(true)}>
          Compare with another CEL engine
        </Button>
      </p>
    )
  if (hasFailed) return <p className={styles.say}>The other engine could not be loaded. Is the page offline?</p>
  if (compare === null) return <p className={styles.say}>Loading the other engine …</p>
  return <Differences comparison={compare(scope, source, variable)} />
}

interface Loading {
  readonly compare: Compare | null
  readonly hasFailed: boolean
}

function useCompare(isAsked: boolean): Loading {
  const [loading, setLoading] = useState<Loading>({ compare: null, hasFailed: false })
  useEffect(() => {
    if (!isAsked) return
    import('#second-opinion/compare.ts').then(
      ({ compareEngines: compare }) => setLoading({ compare, hasFailed: false }),
      () => setLoading({ compare: null, hasFailed: true }),
    )
  }, [isAsked])
  return loading
}

function Differences({ comparison }: { readonly comparison: Comparison }) {
  const { differences, theirs, hasPattern } = comparison
  return (
    <section aria-label="Second opinion">
      {differences.length === 0 && theirs.outcome !== 'not-run' && (
        <p className={styles.say}>A plain CEL engine agrees: the expression can be used elsewhere.</p>
      )}
      {theirs.outcome === 'not-run' && (
        <p className={styles.say}>
          A plain CEL engine can parse this expression. It was not run, because it does not limit{' '}
          {hasPattern ? 'the time of regular expressions' : 'costs as high as this one'}.
        </p>
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
