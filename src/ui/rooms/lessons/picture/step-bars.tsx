import styles from './step-bars.module.css'

/** One bar per step: done, open, to come. */
export function StepBars({ step, count }: { readonly step: number; readonly count: number }) {
  return (
    <div className={styles.bars} role="img" aria-label={`${Math.min(step, count)} of ${count} steps done`}>
      {Array.from({ length: count }, (_none, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the bars of a lesson never move
        <span key={at} data-state={at < step ? 'done' : at === step ? 'open' : 'later'} />
      ))}
    </div>
  )
}
