import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { ProofTable } from '#proof/proof-table.ts'
import type { RoomView } from '#ui/lab/room.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { countText } from '#ui/model/words.ts'
import { CaseSheet } from '#ui/proof/case-sheet.tsx'
import { loadProofTable } from '#ui/proof/proof-data.ts'
import { choiceText, readChoice } from './choice.ts'
import { DifferencesPanel } from './differences-panel.tsx'
import { Facts } from './facts.tsx'
import { FamilyTable } from './family-table.tsx'
import { groupRows, totals } from './group-rows.ts'
import styles from './room.module.css'

function useProofTable(): ProofTable | null {
  const [table, setTable] = useState<ProofTable | null>(null)
  useEffect(() => void loadProofTable().then(setTable), [])
  return table
}

/** The agreement of this build with recordings of the original: by family, and what differs by cause. */
function Body() {
  const table = useProofTable()
  if (table === null)
    return (
      <main id="work" tabIndex={-1} className={styles.opening} aria-label="About" data-region="work">
        <p role="status">Reading the table…</p>
      </main>
    )
  return <Conformance table={table} />
}

function Conformance({ table }: { readonly table: ProofTable }) {
  const { layout } = useLab()
  const choice = readChoice(useStore(layout, (state) => state.benches['about'] ?? ''))
  const set = (next: Partial<typeof choice>) => layout.setBench('about', choiceText({ ...choice, ...next }))
  const rows = groupRows(table.families)
  const { steps, exact, cases, apart } = totals(table.families)
  const differing = new Set(
    table.families
      .flatMap((family) => family.differing)
      .filter(({ name }) => name === choice.name)
      .map(({ step }) => step),
  )
  return (
    <div className={styles.room} data-testid="about-room">
      <Facts table={table} apart={apart} isAll={choice.isAll} showAll={(isAll) => set({ isAll, group: '' })} />
      <main id="work" tabIndex={-1} className={styles.work} aria-label="Conformance" data-region="work">
        <header className={styles.head}>
          <div>
            <h2>Same as upstream?</h2>
            <p>
              The same requests were sent to a real API server and to this one. Every step compares status, headers and
              body.
            </p>
          </div>
          <p className={styles.number}>
            <b data-testid="about-exact">{exact.toLocaleString('en')}</b>
            of {steps.toLocaleString('en')} steps agree
          </p>
          <p className={styles.number}>
            <b>{cases.toLocaleString('en')}</b>
            {countText(cases, 'case').replace(/^\S+ /, '')}, {table.families.length} families
          </p>
        </header>
        <FamilyTable rows={rows} chosen={choice.group} choose={(group) => set({ group })} />
      </main>
      <section className={styles.side} aria-label="What differs, by cause" data-region="inspector">
        <DifferencesPanel table={table} choice={choice} set={set} />
      </section>
      {choice.name !== '' && (
        <CaseSheet
          found={{ name: choice.name, step: choice.step }}
          differing={differing}
          close={() => set({ name: '' })}
        />
      )}
    </div>
  )
}

export const aboutRoom: RoomView = { Body, commands: [] }
