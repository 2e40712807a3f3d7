import type { KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { chordText } from '#ui/keyboard/chord.ts'
import { Button } from '#ui/kit/button.tsx'
import { MenuButton } from '#ui/kit/menu.tsx'
import { attempt } from '#ui/lab/actions.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { BenchFrame, BenchHint, BenchNote, BenchRefused, useSubject } from '#ui/trials/bench.tsx'
import { type Intent, intentTitles, itemText, pathText } from './intents.ts'
import { patchKinds } from './patches.ts'
import { Column } from './quad-column.tsx'
import { chosenIntent, quadStore, readBench } from './store.ts'
import styles from './patch-quad.module.css'

/** Buttons for all four patches. */
export function QuadTools() {
  const lab = useLab()
  const quad = quadStore(lab)
  const { at, isRunning, subject } = useStore(quad.store)
  const isTwice = useStore(lab.layout, (state) => readBench(state.benches['patch-quad'] ?? '').isTwice)
  const items = patchKinds.map(({ id, title }) => ({
    id,
    label: title,
    run: () => void attempt(lab, quad.keep(id)),
  }))
  return (
    <>
      <BenchNote>{at === 0 ? '' : `each on a branch of ${at}`}</BenchNote>
      <Button
        size="small"
        look="ghost"
        aria-pressed={isTwice}
        disabled={subject === null}
        title="Show the answer, the list and the owners after each patch was sent a second time"
        onClick={() => quad.showTwice(!isTwice)}
      >
        Send twice
      </Button>
      <MenuButton
        size="small"
        look="ghost"
        menuLabel="Send one to the cluster"
        disabled={subject === null}
        sections={[{ heading: 'Send to the cluster', items }]}
      >
        Keep one…
      </MenuButton>
      <Button size="small" look="primary" disabled={isRunning || subject === null} onClick={() => void quad.send()}>
        Send all four <kbd>{chordText('Mod+Enter')}</kbd>
      </Button>
    </>
  )
}

/** Describes an intent in words. */
function intentWords({ kind, path, value }: Intent): string {
  const field = pathText(path)
  switch (kind) {
    case 'set':
      return `${field} = ${itemText(value)}`
    case 'add':
      return `${field} + ${itemText(value)}`
    case 'remove':
      return `${field} − ${itemText(value)}`
    case 'reorder':
      return `${field}, reversed`
    case 'null':
      return `${field} = null`
  }
}

/** Reports whether the object has a list, but none with several entries that could be reordered. */
const hasShortList = (intents: readonly Intent[]): boolean =>
  intents.some(({ kind }) => kind === 'add') && !intents.some(({ kind }) => kind === 'reorder')

/** Shows one change of the selected object as four patches, with the result of each. */
export function QuadBody() {
  const lab = useLab()
  const quad = quadStore(lab)
  const bench = useStore(lab.layout, (state) => state.benches['patch-quad'] ?? '')
  const { subject, intents, isRunning, refused } = useStore(quad.store)
  useSubject(quad)
  if (subject === null) return <BenchHint>Select an object to patch it in four ways.</BenchHint>
  const intent = chosenIntent(intents, bench)
  if (intent === undefined) return <BenchHint>{subject.ref.name} has no field that a patch could change.</BenchHint>
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    void quad.send()
  }
  return (
    <div className={styles.keys} role="presentation" onKeyDown={onKeyDown}>
      <BenchFrame isBusy={isRunning} testId="patch-quad">
        <div className={styles.intent}>
          <label>
            <span>Intent</span>
            <select
              value={intent.kind}
              onChange={({ target }) => void quad.choose(target.value)}
              data-testid="quad-intent"
            >
              {intents.map(({ kind }) => (
                <option key={kind} value={kind}>
                  {intentTitles[kind]}
                </option>
              ))}
              {hasShortList(intents) && <option disabled>{intentTitles.reorder}: needs two entries</option>}
            </select>
          </label>
          <code>{intentWords(intent)}</code>
        </div>
        <BenchRefused text={refused} />
        <div className={styles.columns}>
          {patchKinds.map((kind) => (
            <Column key={kind.id} kind={kind} intent={intent} isTwice={readBench(bench).isTwice} />
          ))}
        </div>
      </BenchFrame>
    </div>
  )
}
