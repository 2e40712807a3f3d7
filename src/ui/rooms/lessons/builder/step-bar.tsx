import { useStore } from 'zustand'
import { joinStep, moveStep, removeStep, splitStep } from '#lesson/build/draft.ts'
import { Button, classes, IconButton } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import type { Build } from './build.ts'
import { runOf } from './run-store.ts'
import styles from './builder.module.css'

/** Actions on the open step as a whole. */
function StepTools({ build, stepKey }: { readonly build: Build; readonly stepKey: number }) {
  const { draft, change } = build
  const at = draft.steps.findIndex(({ key }) => key === stepKey)
  const step = draft.steps[at]
  return (
    <span className={styles.tools}>
      <IconButton
        icon="up"
        iconSize={12}
        size="small"
        label="Move this step up"
        aria-keyshortcuts="Alt+ArrowUp"
        disabled={at <= 0}
        onClick={() => change((now) => moveStep(now, stepKey, -1))}
      />
      <IconButton
        icon="down"
        iconSize={12}
        size="small"
        label="Move this step down"
        aria-keyshortcuts="Alt+ArrowDown"
        disabled={at + 1 >= draft.steps.length}
        onClick={() => change((now) => moveStep(now, stepKey, 1))}
      />
      <Button
        size="small"
        look="ghost"
        disabled={(step?.ids.length ?? 0) < 2}
        onClick={() => change((now) => splitStep(now, stepKey))}
      >
        Split
      </Button>
      <Button size="small" look="ghost" disabled={at <= 0} onClick={() => change((now) => joinStep(now, stepKey))}>
        Join with {Math.max(1, at)}
      </Button>
      <Button size="small" look="ghost" onClick={() => change((now) => removeStep(now, stepKey))}>
        Remove
      </Button>
    </span>
  )
}

/** The steps by number; one that did not solve itself is red. */
export function StepBar({ build }: { readonly build: Build }) {
  const { draft, view, setView } = build
  const runs = useStore(runOf(useLab()).store, ({ steps }) => steps)
  return (
    <div className={styles.bar}>
      <nav aria-label="Steps" className={styles.numbers}>
        <button
          type="button"
          className={styles.number}
          aria-current={view.type === 'about' ? 'step' : undefined}
          onClick={() => setView({ type: 'about' })}
        >
          About
        </button>
        {draft.steps.map(({ key, title }, at) => {
          const outcome = runs[at]?.outcome
          const isFailed = outcome === 'unsolved' || outcome === 'solved-before'
          return (
            <button
              key={key}
              type="button"
              className={classes(styles.number, isFailed && styles.isFailed)}
              aria-current={view.type === 'step' && view.key === key ? 'step' : undefined}
              aria-label={`Step ${at + 1}: ${title}${isFailed ? ', not solved' : ''}`}
              title={title}
              onClick={() => setView({ type: 'step', key })}
            >
              {at + 1}
            </button>
          )
        })}
      </nav>
      {view.type === 'step' && <StepTools build={build} stepKey={view.key} />}
    </div>
  )
}
