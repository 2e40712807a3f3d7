import { useStore } from 'zustand'
import { Button, IconButton } from '#ui/kit/button.tsx'
import { downloadText } from '#ui/kit/copy-text.ts'
import { attempt } from '#ui/lab/actions.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { BenchHint, BenchNote, BenchRefused, useSubject } from '#ui/trials/bench.tsx'
import { CellDetail } from './cell-detail.tsx'
import { allAsks, isPrompt } from './grid.ts'
import { KindMenu } from './kind-menu.tsx'
import { Grid } from './version-grid.tsx'
import { readChoice, versionsStore } from './store.ts'
import styles from './versions.module.css'

const lags: readonly (readonly [ms: number, words: string])[] = [
  [0, 'none'],
  [500, '0.5 s'],
  [2000, '2 s'],
  [10_000, '10 s'],
]

const promptCount = allAsks.filter(isPrompt).length

/** The lag of the watch cache, and the button that asks everything again. */
export function VersionsTools() {
  const lab = useLab()
  const versions = versionsStore(lab)
  const { isRunning, ms, answers, subject } = useStore(versions.store)
  const { lagMs } = readChoice(useStore(lab.layout, (state) => state.benches['versions'] ?? ''))
  const save = async (): Promise<void> => downloadText(await versions.testFile(), 'versions.test.ts', 'text/plain')
  const at = Math.max(
    0,
    lags.findIndex(([lag]) => lag === lagMs),
  )
  return (
    <>
      <BenchNote>
        {/* As long in both states: the tools would move to another line else. */}
        {ms > 0 && `${promptCount} answers`}
        {ms > 0 && (isRunning ? `, ${allAsks.length - answers.size} wait` : ` in ${(ms / 1000).toFixed(1)} s`)}
      </BenchNote>
      <label className={styles.lag}>
        Cache lag
        <input
          type="range"
          min={0}
          max={lags.length - 1}
          value={at}
          disabled={isRunning || subject === null}
          title="Time by which the watch cache is behind the store"
          aria-valuetext={lags[at]?.[1]}
          onChange={({ target }) => void versions.choose({ lagMs: lags[Number(target.value)]?.[0] ?? 0 })}
          data-testid="versions-lag"
        />
        <output>{lags[at]?.[1]}</output>
      </label>
      <Button
        size="small"
        look="ghost"
        title="The gets and lists as a Vitest file for any server"
        disabled={isRunning || subject === null}
        onClick={() => void attempt(lab, save())}
      >
        Save as test
      </Button>
      <KindMenu />
      <Button size="small" look="primary" disabled={isRunning || subject === null} onClick={() => void versions.ask()}>
        Ask all again
      </Button>
    </>
  )
}

/** The reads of the selected object's kind by verb, match and version. */
export function VersionsBody() {
  const versions = versionsStore(useLab())
  const { subject, refused, past, versions: asked, isRunning, newest, cached, ms } = useStore(versions.store)
  useSubject(versions)
  if (subject === null) return <BenchHint>Choose a kind above, or select an object whose kind is read.</BenchHint>
  const at = past.indexOf(Number(asked.old))
  const step = (by: -1 | 1) => {
    const old = past[at + by]
    if (old !== undefined) void versions.choose({ old })
  }
  return (
    <div className={styles.bench}>
      <section
        className={styles.grid}
        aria-label="Answers"
        aria-busy={isRunning}
        data-testid="versions"
        data-waits={isRunning && ms === 0}
      >
        <BenchRefused text={refused} />
        <Grid
          steps={
            <span className={styles.steps}>
              <IconButton
                icon="left"
                size="small"
                label="An older version"
                disabled={isRunning || at <= 0}
                onClick={() => step(-1)}
              />
              <IconButton
                icon="right"
                size="small"
                label="A newer version"
                disabled={isRunning || at < 0 || at === past.length - 1}
                onClick={() => step(1)}
              />
            </span>
          }
        />
        <p className={styles.note}>
          The store is at {newest}, the watch cache {cached === newest ? 'too' : `at ${cached}`}.
        </p>
      </section>
      <CellDetail />
    </div>
  )
}
